package dev.cosmosblog.changefeed;

import dev.cosmosblog.changefeed.BlogChangeFeed.Host;
import dev.cosmosblog.changefeed.BlogChangeFeed.Readers;
import dev.cosmosblog.changefeed.RegisteredView.Leases;
import dev.cosmosblog.changefeed.SteppedChangeFeed.Changes;
import dev.cosmosblog.changefeed.internal.handler.BlogChange;
import dev.cosmosblog.changefeed.internal.handler.ChangeHandler;
import dev.cosmosblog.changefeed.internal.handler.DeadLetterSink;
import dev.cosmosblog.changefeed.internal.handler.FrontPageWriter;
import dev.cosmosblog.changefeed.internal.handler.ItemTasks;
import dev.cosmosblog.changefeed.internal.handler.PostCopyHandler;
import dev.cosmosblog.changefeed.internal.handler.RenameHandler;
import dev.cosmosblog.changefeed.internal.handler.RenameHandler.RenameRechecks;
import dev.cosmosblog.changefeed.internal.handler.ScheduleHandler;
import dev.cosmosblog.changefeed.internal.handler.ScheduleHandler.ScheduleNotes;
import dev.cosmosblog.changefeed.internal.handler.TimeLimit;
import dev.cosmosblog.changefeed.internal.handler.ViewCalls;
import dev.cosmosblog.changefeed.internal.handler.ViewHandler;
import dev.cosmosblog.changefeed.internal.handler.ViewedChangeReader;
import dev.cosmosblog.changefeed.internal.processor.BatchHandler;
import dev.cosmosblog.changefeed.internal.processor.ChangeFeedProcessorRunner;
import dev.cosmosblog.changefeed.internal.processor.CostMeter;
import dev.cosmosblog.changefeed.internal.processor.DeadLetterRecords;
import dev.cosmosblog.changefeed.internal.processor.HealthRules;
import dev.cosmosblog.changefeed.internal.processor.LeaseIntervals;
import dev.cosmosblog.changefeed.internal.processor.PeriodicChecks;
import dev.cosmosblog.changefeed.internal.processor.PeriodicChecks.Check;
import dev.cosmosblog.changefeed.internal.processor.ProcessorWatchdog;
import dev.cosmosblog.changefeed.internal.processor.SourceMonitor;
import dev.cosmosblog.changefeed.internal.processor.SourceNotifier;
import dev.cosmosblog.changefeed.observe.ChangeFeedListener;
import dev.cosmosblog.changefeed.observe.ChangeSource;
import dev.cosmosblog.changefeed.observe.DeadLetter;
import dev.cosmosblog.changefeed.view.BlogView;
import dev.cosmosblog.changefeed.view.ViewConfig;
import dev.cosmosblog.store.BlogDatabase;
import dev.cosmosblog.store.config.ContainerNames;
import dev.cosmosblog.store.internal.item.BlogContainer;
import dev.cosmosblog.store.internal.kernel.ItemReads;
import dev.cosmosblog.store.internal.kernel.Kernel;
import dev.cosmosblog.store.internal.kernel.LeaseDocuments;
import dev.cosmosblog.store.internal.kernel.Repositories;
import dev.cosmosblog.store.observe.RequestMeter.FailedPolls;
import dev.cosmosblog.store.spi.ChangeProcessor;
import dev.cosmosblog.store.spi.ChangeProcessor.LeaseTimes;
import dev.cosmosblog.store.spi.HostThreads;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Connects the parts of a change feed, by the settings at this moment. */
final class ChangeFeedWiring {
  private final Settings settings;
  private final String host;
  private final Duration stall;
  private final Kernel kernel;
  private final CostMeter costs;
  private final Clock clock;
  private final Repositories blog;
  private final TimeLimit time;
  private final ItemReads items;
  private final LeaseDocuments documents;
  private final DeadLetterRecords deadLetters;
  private final SourceMonitor users;
  private final SourceMonitor posts;

  /** The settings of a {@link BlogChangeFeedBuilder}. */
  record Settings(
      BlogDatabase database,
      List<ChangeFeedListener> listeners,
      String hostName,
      String leasePrefix,
      Duration pollInterval,
      int batchSize,
      Duration frontPageInterval,
      LeaseIntervals leases,
      @Nullable Duration stallAfter,
      int renameParallelism,
      int copyParallelism,
      Duration maxReplicaLag,
      Duration deadLetterRetention,
      List<ViewSetting> views) {
    Settings {
      listeners = List.copyOf(listeners);
      views = List.copyOf(views);
    }
  }

  /** A custom view, and how it is maintained. */
  record ViewSetting(String name, BlogView view, ViewConfig config) {}

  ChangeFeedWiring(Settings settings) {
    this.settings = settings;
    this.host = settings.hostName();
    Duration stallAfter = settings.stallAfter();
    this.stall = stallAfter == null ? settings.leases().stallAfter() : stallAfter;
    this.kernel = Kernel.of(settings.database());
    this.costs = new CostMeter(settings.database());
    this.clock = kernel.environment().clock();
    this.blog = kernel.repositories(costs);
    this.time = new TimeLimit(clock, settings.leases().longestBatch());
    this.items = kernel.items(costs);
    this.documents = kernel.leaseDocuments(costs);
    this.deadLetters = new DeadLetterRecords(documents, clock, settings.deadLetterRetention());
    this.users = monitor(ChangeSource.USERS);
    this.posts = monitor(ChangeSource.POSTS);
  }

  BlogChangeFeed changeFeed() {
    RenameHandler renames =
        renames(
            settings.maxReplicaLag(), ItemTasks.of(threads().tasks(settings.renameParallelism())));
    Map<ViewSetting, ViewParts> wired = wired(this::view);
    DeadLetters replays = deadLetters(settings.maxReplicaLag(), wired);
    ChangeFeedProcessorRunner ofUsers =
        runner(batches(users, List.of(renames, replays::replayOfErased)), Optional.empty());
    ChangeFeedProcessorRunner ofPosts =
        runner(
            batches(
                posts,
                onPosts(settings.frontPageInterval(), itemTasks(settings.copyParallelism()))),
            Optional.empty());
    int size = settings.database().frontPageSize();
    Runnable publishDue = schedule()::publishDue;
    Runnable recheckFrontPage = () -> blog.frontPage().recheck(size, settings.maxReplicaLag());
    List<Check> all = new ArrayList<>();
    all.add(new Check("The watchdog of users", users, watchdog(ofUsers, users)::look));
    all.add(new Check("The watchdog of posts", posts, watchdog(ofPosts, posts)::look));
    all.add(new Check("The recheck of renames", users, renames::runRechecks));
    all.add(new Check("The recheck of the front page", posts, recheckFrontPage));
    all.add(new Check("The publication of scheduled posts", posts, publishDue));
    List<RegisteredView> registered = new ArrayList<>();
    wired.forEach((setting, view) -> registered.add(registered(setting, view, all)));
    PeriodicChecks checks =
        new PeriodicChecks(all, threads().checks(all.size()), settings.leases().renew());
    return new BlogChangeFeed(
        new Readers(ofUsers, ofPosts, registered),
        checks,
        replays,
        costs,
        settings.listeners(),
        new Host(host, settings.pollInterval()));
  }

  /** No replica lags behind when a stepped change feed reads. */
  SteppedChangeFeed stepped() {
    RenameHandler renames = renames(Duration.ZERO, ItemTasks.IN_ORDER);
    Map<ViewSetting, ViewParts> wired = wired(this::steppedView);
    DeadLetters replays = deadLetters(Duration.ZERO, wired);
    Map<String, List<Changes>> ofViews = new LinkedHashMap<>();
    wired.forEach((setting, view) -> ofViews.put(setting.name(), changes(view)));
    return new SteppedChangeFeed(
        new Changes(
            items, batches(users, List.of(renames, replays::replayOfErased)), settings.batchSize()),
        new Changes(
            items,
            batches(posts, onPosts(Duration.ZERO, ItemTasks.IN_ORDER)),
            settings.batchSize()),
        schedule(),
        ofViews,
        replays);
  }

  private Map<ViewSetting, ViewParts> wired(Function<ViewSetting, ViewParts> wiring) {
    Map<ViewSetting, ViewParts> wired = new LinkedHashMap<>();
    settings.views().forEach(setting -> wired.put(setting, wiring.apply(setting)));
    return wired;
  }

  private List<Changes> changes(ViewParts view) {
    return view.monitors().stream()
        .map(monitor -> new Changes(items, view.batches(monitor), settings.batchSize()))
        .toList();
  }

  private HostThreads threads() {
    return kernel.environment().threads();
  }

  private ItemTasks itemTasks(int parallelism) {
    return ItemTasks.of(threads().tasks(parallelism));
  }

  private ScheduleHandler schedule() {
    return new ScheduleHandler(
        blog.statuses(),
        new ScheduleNotes(documents, settings.database().containerNames().posts()),
        deadLetters(posts),
        clock);
  }

  private RenameHandler renames(Duration replicaLag, ItemTasks tasks) {
    return new RenameHandler(
        blog,
        new RenameRechecks(documents, clock, replicaLag),
        deadLetters(users),
        users::renameProgress,
        clock,
        time.longest(),
        costs.counted(tasks));
  }

  private List<ChangeHandler> onPosts(Duration interval, ItemTasks tasks) {
    int size = settings.database().frontPageSize();
    FrontPageWriter frontPage =
        new FrontPageWriter(
            blog.frontPage(),
            size,
            interval,
            threads().lock(),
            kernel.environment().timer().nanoTime());
    return List.of(
        new PostCopyHandler(blog, frontPage, costs.counted(tasks), clock, time.longest()),
        schedule());
  }

  /** Replays run on the caller's thread, before the start and after the close as well. */
  private DeadLetters deadLetters(Duration replicaLag, Map<ViewSetting, ViewParts> wired) {
    Map<ChangeSource, List<ChangeHandler>> handlers =
        Map.of(
            ChangeSource.USERS, List.of(renames(replicaLag, ItemTasks.IN_ORDER)),
            ChangeSource.POSTS, onPosts(Duration.ZERO, ItemTasks.IN_ORDER));
    Map<String, ViewHandler> ofViews = new LinkedHashMap<>();
    wired.forEach((setting, view) -> ofViews.put(setting.name(), view.handler()));
    return new DeadLetters(deadLetters, items, handlers, ofViews);
  }

  private DeadLetterSink deadLetters(SourceMonitor monitor) {
    return (item, author, failure) ->
        monitor.itemDeadLettered(
            deadLetters.add(DeadLetterRecords.key(item, Optional.empty()), author, failure));
  }

  /** Reports the dead letters of a view to the monitor of their container. */
  private DeadLetterSink deadLetters(ViewSetting view, List<SourceMonitor> monitors) {
    return (item, author, failure) -> {
      DeadLetter.Key key = DeadLetterRecords.key(item, Optional.of(view.name()));
      DeadLetter letter = deadLetters.add(key, author, failure);
      monitors.stream()
          .filter(monitor -> monitor.source() == key.source())
          .forEach(monitor -> monitor.itemDeadLettered(letter));
    };
  }

  private SourceMonitor monitor(ChangeSource source) {
    return monitor(source, source.name(), settings.listeners());
  }

  private SourceMonitor monitor(ChangeSource source, String logged, List<ChangeFeedListener> told) {
    return new SourceMonitor(
        new SourceNotifier(source, logged, told),
        new HealthRules(stall, settings.database().deletedRetention()),
        clock,
        () -> failedPolls(source));
  }

  private List<FailedPolls> failedPolls(ChangeSource source) {
    BlogDatabase database = settings.database();
    ContainerNames names = database.containerNames();
    String container = source == ChangeSource.USERS ? names.users() : names.posts();
    return database
        .requestMeter()
        .map(meter -> meter.failedPolls(database.name(), container))
        .orElse(List.of());
  }

  private BatchHandler batches(SourceMonitor monitor, List<ChangeHandler> handlers) {
    return new BatchHandler(BlogChange::read, handlers, monitor, deadLetters(monitor), costs, time);
  }

  /** Runs a processor for the copies, or for a view with separate leases. */
  private ChangeFeedProcessorRunner runner(BatchHandler handler, Optional<Leases> ofView) {
    BlogContainer container = DeadLetterRecords.container(handler.monitor().source());
    Supplier<Optional<Instant>> startTime = () -> ofView.flatMap(Leases::prepare);
    ChangeProcessor.Settings processor =
        new ChangeProcessor.Settings(
            host,
            new LeaseTimes(
                ofView.map(Leases::prefix).orElse(settings.leasePrefix()),
                settings.leases().acquire(),
                settings.leases().renew(),
                settings.leases().expiration()),
            pollInterval(handler.monitor().source()),
            settings.batchSize(),
            ofView.isPresent() ? startTime : null);
    return new ChangeFeedProcessorRunner(
        batches -> kernel.changeProcessor(container, processor, batches),
        handler,
        items,
        startTime);
  }

  private Duration pollInterval(ChangeSource source) {
    int polled = source == ChangeSource.USERS ? BlogChangeFeedBuilder.USERS_POLLED : 1;
    return settings.pollInterval().multipliedBy(polled);
  }

  private ProcessorWatchdog watchdog(ChangeFeedProcessorRunner processor, SourceMonitor monitor) {
    Duration longestWait =
        settings.leases().longestLease().plus(stall).plus(pollInterval(monitor.source()));
    return new ProcessorWatchdog(processor, monitor, clock, host, stall, longestWait);
  }

  private ViewParts view(ViewSetting setting) {
    return view(
        setting,
        new ViewCalls(
            setting.name(),
            threads().view(setting.name()),
            threads().fairLock(),
            clock,
            bounds().ofCall(setting.config().timeLimit())));
  }

  private ViewParts steppedView(ViewSetting setting) {
    Duration unused = setting.config().timeLimit();
    return view(
        setting, new ViewCalls(setting.name(), Runnable::run, new ReentrantLock(), clock, unused));
  }

  private ViewParts view(ViewSetting setting, ViewCalls calls) {
    List<SourceMonitor> monitors = monitors(setting);
    DeadLetterSink sink = deadLetters(setting, monitors);
    ViewedChangeReader reader = new ViewedChangeReader(items, clock, settings.maxReplicaLag());
    ViewHandler handler = new ViewHandler(setting.view(), calls, reader, sink, bounds());
    return new ViewParts(handler, sink, costs, time, monitors);
  }

  private ViewHandler.Bounds bounds() {
    return new ViewHandler.Bounds(time, settings.batchSize());
  }

  private List<SourceMonitor> monitors(ViewSetting setting) {
    String name = setting.name();
    List<ChangeFeedListener> told =
        settings.listeners().stream().map(one -> one.ofView(name)).toList();
    List<SourceMonitor> monitors = new ArrayList<>();
    for (ChangeSource source : ChangeSource.values()) {
      if (source == ChangeSource.POSTS || setting.view() instanceof BlogView.WithUsers) {
        String logged = source + " for view '" + name + "'";
        monitors.add(monitor(source, logged, told));
      }
    }
    return monitors;
  }

  /** Registers a view, and adds its watchdogs to the checks. */
  private RegisteredView registered(ViewSetting setting, ViewParts view, List<Check> checks) {
    // No prefix of a change feed has a tilde, nor has the account's host, which follows it.
    String shared = settings.leasePrefix() + "view~" + setting.name() + "~";
    String prefix = setting.config().everyHost() ? shared + host + "~" : shared;
    Leases ofView = new Leases(documents, prefix, setting.config());
    List<ChangeFeedProcessorRunner> runners = new ArrayList<>();
    for (SourceMonitor monitor : view.monitors()) {
      ChangeFeedProcessorRunner runner = runner(view.batches(monitor), Optional.of(ofView));
      runners.add(runner);
      String name = "The watchdog of " + monitor.name();
      checks.add(new Check(name, monitor, watchdog(runner, monitor)::look));
    }
    RunnerGroup group = new RunnerGroup(List.copyOf(runners), settings.pollInterval());
    return new RegisteredView(setting.name(), group, view.monitors(), ofView);
  }
}
