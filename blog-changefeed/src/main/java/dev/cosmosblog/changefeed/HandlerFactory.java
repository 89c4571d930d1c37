package dev.cosmosblog.changefeed;

import dev.cosmosblog.changefeed.internal.handler.ChangeHandler;
import dev.cosmosblog.changefeed.internal.handler.ChangeHandlers;
import dev.cosmosblog.changefeed.internal.handler.DeadLetterSink;
import dev.cosmosblog.changefeed.internal.handler.FrontPageWriter;
import dev.cosmosblog.changefeed.internal.handler.ItemTasks;
import dev.cosmosblog.changefeed.internal.handler.PostCopyHandler;
import dev.cosmosblog.changefeed.internal.handler.RecheckSchedule;
import dev.cosmosblog.changefeed.internal.handler.RenameHandler;
import dev.cosmosblog.changefeed.internal.handler.RenamePass;
import dev.cosmosblog.changefeed.internal.handler.RenameRechecks;
import dev.cosmosblog.changefeed.internal.handler.ScheduleHandler;
import dev.cosmosblog.changefeed.internal.handler.ScheduleHandler.ScheduleNotes;
import dev.cosmosblog.changefeed.internal.handler.TimeLimit;
import dev.cosmosblog.changefeed.internal.handler.ViewCalls;
import dev.cosmosblog.changefeed.internal.handler.ViewHandler;
import dev.cosmosblog.changefeed.internal.handler.ViewedChangeReader;
import dev.cosmosblog.changefeed.internal.processor.BatchHandler;
import dev.cosmosblog.changefeed.internal.processor.CostMeter;
import dev.cosmosblog.changefeed.internal.processor.DeadLetterRecords;
import dev.cosmosblog.changefeed.internal.processor.HealthRules;
import dev.cosmosblog.changefeed.internal.processor.OutageLog;
import dev.cosmosblog.changefeed.internal.processor.SourceMonitor;
import dev.cosmosblog.changefeed.internal.processor.SourceNotifier;
import dev.cosmosblog.changefeed.observe.ChangeFeedListener;
import dev.cosmosblog.changefeed.observe.ChangeSource;
import dev.cosmosblog.changefeed.observe.DeadLetter;
import dev.cosmosblog.changefeed.view.BlogView;
import dev.cosmosblog.store.config.ContainerNames;
import dev.cosmosblog.store.internal.kernel.ItemReads;
import dev.cosmosblog.store.internal.kernel.Kernel;
import dev.cosmosblog.store.internal.kernel.LeaseDocuments;
import dev.cosmosblog.store.internal.kernel.Repositories;
import dev.cosmosblog.store.observe.RequestMeter.FailedPolls;
import dev.cosmosblog.store.spi.Environment;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Creates the handlers of a running or a stepped change feed, and of its replays. */
final class HandlerFactory {
  private final BlogChangeFeedBuilder.Config config;
  private final boolean isStepped;
  private final CostMeter costs;
  private final OutageLog outages;
  private final Environment environment;
  private final Clock clock;
  private final TimeLimit time;
  private final Repositories blog;
  private final ItemReads items;
  private final LeaseDocuments documents;
  private final DeadLetterRecords records;

  /** The handlers that maintain the copies. */
  record Copies(
      BatchHandler users,
      BatchHandler posts,
      RenameRechecks rechecks,
      ScheduleHandler schedule,
      DeadLetters deadLetters) {}

  /**
   * @param isStepped whether the handlers run on the caller's thread and don't expect replica lag
   */
  HandlerFactory(
      BlogChangeFeedBuilder.Config config,
      Kernel kernel,
      CostMeter costs,
      OutageLog outages,
      boolean isStepped) {
    this.outages = outages;
    this.config = config;
    this.isStepped = isStepped;
    this.costs = costs;
    this.environment = kernel.environment();
    this.clock = environment.clock();
    this.time = new TimeLimit(clock, config.leases.longestBatch());
    this.blog = kernel.repositories(costs);
    this.items = kernel.items(costs);
    this.documents = kernel.leaseDocuments(costs);
    this.records = new DeadLetterRecords(documents, clock, config.deadLetterRetention);
  }

  Copies copies(List<CustomView.Handlers> views) {
    IntFunction<ItemTasks> tasks =
        isStepped
            ? any -> ItemTasks.IN_ORDER
            : count -> ItemTasks.of(environment.threads().tasks(count));
    SourceMonitor users = monitor(ChangeSource.USERS);
    SourceMonitor posts = monitor(ChangeSource.POSTS);
    RenamePass pass = renamePass(users, tasks.apply(config.renameParallelism));
    ScheduleHandler schedule =
        new ScheduleHandler(
            blog.statuses(),
            new ScheduleNotes(documents, config.database.containerNames().posts()),
            deadLetters(posts),
            clock);
    List<ChangeHandler> ofPosts =
        List.of(
            // A purge may take long, and a post is due at its time.
            schedule,
            postCopies(
                posts,
                isStepped ? Duration.ZERO : config.frontPageInterval,
                tasks.apply(config.copyParallelism)));
    DeadLetters replays = replays(users, posts, schedule, views);
    return new Copies(
        batches(users, List.of(new RenameHandler(pass, rechecks()), replays::replayOfErased)),
        batches(posts, ofPosts),
        new RenameRechecks(pass, rechecks()),
        schedule,
        replays);
  }

  /** Replays run on the caller's thread, even before the start and after the close. */
  private DeadLetters replays(
      SourceMonitor users,
      SourceMonitor posts,
      ScheduleHandler schedule,
      List<CustomView.Handlers> views) {
    RenamePass pass = renamePass(users, ItemTasks.IN_ORDER);
    ChangeHandler postCopies = postCopies(posts, Duration.ZERO, ItemTasks.IN_ORDER);
    return new DeadLetters(
        records,
        items,
        Map.of(
            ChangeSource.USERS,
            copyHandlers(List.of(new RenameHandler(pass, rechecks()))),
            ChangeSource.POSTS,
            copyHandlers(List.of(schedule, postCopies))),
        views.stream()
            .collect(Collectors.toMap(one -> one.view().name(), CustomView.Handlers::changes)));
  }

  private RenamePass renamePass(SourceMonitor users, ItemTasks tasks) {
    return new RenamePass(
        blog, deadLetters(users), users::renameProgress, costs.counted(tasks), time);
  }

  private RecheckSchedule rechecks() {
    return new RecheckSchedule(documents, clock, isStepped ? Duration.ZERO : config.maxReplicaLag);
  }

  private PostCopyHandler postCopies(SourceMonitor posts, Duration interval, ItemTasks tasks) {
    FrontPageWriter frontPage =
        new FrontPageWriter(
            blog.frontPage(),
            config.database.frontPageSize(),
            deadLetters(posts),
            new FrontPageWriter.Times(
                interval, config.maxReplicaLag, environment.timer().nanoTime()),
            environment.threads().checks(1),
            environment.threads().lock());
    return new PostCopyHandler(blog, frontPage, costs.counted(tasks), time);
  }

  private BatchHandler batches(SourceMonitor monitor, List<ChangeHandler> handlers) {
    return new BatchHandler(copyHandlers(handlers), monitor, deadLetters(monitor), costs, time);
  }

  private ChangeHandlers copyHandlers(List<ChangeHandler> handlers) {
    return ChangeHandlers.ofCopies(Kernel.of(config.database).summaryRule(), handlers);
  }

  private DeadLetterSink deadLetters(SourceMonitor monitor) {
    return (item, author, failure) ->
        monitor.itemDeadLettered(
            records.add(DeadLetterRecords.key(item, Optional.empty()), author, failure));
  }

  List<CustomView.Handlers> views() {
    return config.views.stream().map(this::handlers).toList();
  }

  private CustomView.Handlers handlers(CustomView view) {
    List<SourceMonitor> monitors = monitors(view);
    DeadLetterSink deadLetters = deadLetters(view, monitors);
    ViewHandler.Bounds bounds = new ViewHandler.Bounds(time, config.batchSize);
    ViewHandler handler =
        new ViewHandler(
            view.view(),
            calls(view, bounds),
            new ViewedChangeReader(items, clock, config.maxReplicaLag),
            deadLetters,
            bounds);
    ChangeHandlers handlers = ChangeHandlers.ofView(handler);
    return new CustomView.Handlers(
        view,
        handler,
        monitors.stream()
            .map(monitor -> new BatchHandler(handlers, monitor, deadLetters, costs, time))
            .toList());
  }

  private ViewCalls calls(CustomView view, ViewHandler.Bounds bounds) {
    Duration limit = view.config().timeLimit();
    return isStepped
        ? new ViewCalls(
            view.name(),
            Runnable::run,
            new ReentrantLock(),
            new TimeLimit(clock, limit),
            costs::carried)
        : new ViewCalls(
            view.name(),
            environment.threads().view(view.name()),
            environment.threads().fairLock(),
            new TimeLimit(clock, bounds.ofCall(limit)),
            costs::carried);
  }

  /** Reports the dead letters of a view to the monitor of their container. */
  private DeadLetterSink deadLetters(CustomView view, List<SourceMonitor> monitors) {
    return (item, author, failure) -> {
      DeadLetter.Key key = DeadLetterRecords.key(item, Optional.of(view.name()));
      DeadLetter letter = records.add(key, author, failure);
      monitors.stream()
          .filter(monitor -> monitor.source() == key.source())
          .forEach(monitor -> monitor.itemDeadLettered(letter));
    };
  }

  private List<SourceMonitor> monitors(CustomView view) {
    List<ChangeFeedListener> listeners =
        config.listeners.stream().map(one -> one.ofView(view.name())).toList();
    return Stream.of(ChangeSource.values())
        .filter(source -> source == ChangeSource.POSTS || view.view() instanceof BlogView.WithUsers)
        .map(
            source -> monitor(source, lower(source) + " for view '" + view.name() + "'", listeners))
        .toList();
  }

  private SourceMonitor monitor(ChangeSource source) {
    return monitor(source, lower(source), config.listeners);
  }

  private static String lower(ChangeSource source) {
    return source.name().toLowerCase(Locale.ROOT);
  }

  private SourceMonitor monitor(
      ChangeSource source, String name, List<ChangeFeedListener> listeners) {
    return new SourceMonitor(
        new SourceNotifier(source, name, listeners, outages),
        new HealthRules(config.quietAfter(), config.stallAfter, config.database.deletedRetention()),
        clock,
        () -> failedPolls(source));
  }

  private List<FailedPolls> failedPolls(ChangeSource source) {
    ContainerNames names = config.database.containerNames();
    String container = source == ChangeSource.USERS ? names.users() : names.posts();
    return config
        .database
        .requestMeter()
        .map(meter -> meter.failedPolls(config.database.name(), container))
        .orElse(List.of());
  }
}
