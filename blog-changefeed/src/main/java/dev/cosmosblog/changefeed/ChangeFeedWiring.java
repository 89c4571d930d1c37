package dev.cosmosblog.changefeed;

import dev.cosmosblog.changefeed.RegisteredView.Leases;
import dev.cosmosblog.changefeed.SteppedChangeFeed.Changes;
import dev.cosmosblog.changefeed.internal.processor.BatchHandler;
import dev.cosmosblog.changefeed.internal.processor.ChangeFeedProcessorRunner;
import dev.cosmosblog.changefeed.internal.processor.CostMeter;
import dev.cosmosblog.changefeed.internal.processor.DeadLetterRecords;
import dev.cosmosblog.changefeed.internal.processor.OutageLog;
import dev.cosmosblog.changefeed.internal.processor.PeriodicChecks;
import dev.cosmosblog.changefeed.internal.processor.PeriodicChecks.Check;
import dev.cosmosblog.changefeed.internal.processor.ProcessorWatchdog;
import dev.cosmosblog.changefeed.internal.processor.SourceMonitor;
import dev.cosmosblog.changefeed.observe.ChangeSource;
import dev.cosmosblog.store.internal.item.BlogContainer;
import dev.cosmosblog.store.internal.kernel.ItemReads;
import dev.cosmosblog.store.internal.kernel.Kernel;
import dev.cosmosblog.store.internal.repository.FrontPage;
import dev.cosmosblog.store.spi.ChangeProcessor;
import dev.cosmosblog.store.spi.ChangeProcessor.LeaseTimes;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** Connects the parts of a change feed. */
final class ChangeFeedWiring {
  private final BlogChangeFeedBuilder.Config config;
  private final Kernel kernel;
  private final CostMeter costs;
  private final OutageLog outages;
  private final ItemReads items;

  ChangeFeedWiring(BlogChangeFeedBuilder.Config config) {
    this.config = config;
    this.kernel = Kernel.of(config.database);
    this.costs = new CostMeter(config.database);
    this.items = kernel.items(costs);
    this.outages = new OutageLog(kernel.environment().clock());
  }

  BlogChangeFeed changeFeed() {
    HandlerFactory factory = new HandlerFactory(config, kernel, costs, outages, false);
    List<CustomView.Handlers> views = factory.views();
    HandlerFactory.Copies copies = factory.copies(views);
    SourceMonitor users = copies.users().monitor();
    SourceMonitor posts = copies.posts().monitor();
    ChangeFeedProcessorRunner ofUsers = runner(copies.users(), Optional.empty());
    ChangeFeedProcessorRunner ofPosts = runner(copies.posts(), Optional.empty());
    List<Check> all = new ArrayList<>();
    all.add(watchdog(ofUsers, users));
    all.add(new Check("The recheck of renames", users, copies.rechecks()::run));
    all.add(watchdog(ofPosts, posts));
    all.add(new Check("The recheck of the front page", posts, this::recheckFrontPage));
    all.add(new Check("The publication of scheduled posts", posts, copies.schedule()::publishDue));
    List<RegisteredView> registered = new ArrayList<>();
    views.forEach(view -> registered.add(registered(view, all)));
    PeriodicChecks checks =
        new PeriodicChecks(
            all, kernel.environment().threads().checks(all.size()), config.leases.renew());
    return new BlogChangeFeed(
        config,
        new BlogChangeFeed.Parts(
            kernel.settings(costs),
            ofUsers,
            ofPosts,
            registered,
            checks,
            copies.deadLetters(),
            costs,
            this::compareFrontPage));
  }

  private void recheckFrontPage() {
    frontPage().recheck(config.database.frontPageSize(), config.maxReplicaLag);
  }

  private void compareFrontPage() {
    frontPage().compare(config.database.frontPageSize());
  }

  private FrontPage frontPage() {
    return kernel.repositories(costs).frontPage();
  }

  SteppedChangeFeed stepped() {
    HandlerFactory factory = new HandlerFactory(config, kernel, costs, outages, true);
    List<CustomView.Handlers> views = factory.views();
    HandlerFactory.Copies copies = factory.copies(views);
    Map<String, List<Changes>> ofViews = new LinkedHashMap<>();
    views.forEach(
        view ->
            ofViews.put(view.view().name(), view.batches().stream().map(this::changes).toList()));
    return new SteppedChangeFeed(
        changes(copies.users()),
        changes(copies.posts()),
        copies.schedule(),
        ofViews,
        copies.deadLetters());
  }

  private Changes changes(BatchHandler handler) {
    return new Changes(items, handler, config.batchSize);
  }

  /** Creates the runner of a processor for the copies, or for a view with separate leases. */
  private ChangeFeedProcessorRunner runner(BatchHandler handler, Optional<Leases> ofView) {
    ChangeSource source = handler.monitor().source();
    BlogContainer container = DeadLetterRecords.container(source);
    Supplier<Optional<Instant>> startTime = () -> ofView.flatMap(Leases::prepare);
    ChangeProcessor.Settings processor =
        new ChangeProcessor.Settings(
            config.hostName,
            new LeaseTimes(
                ofView.map(Leases::prefix).orElse(config.leasePrefix),
                config.leases.acquire(),
                config.leases.renew(),
                config.leases.expiration()),
            config.pollInterval(source),
            config.batchSize,
            ofView.isPresent() ? startTime : null);
    return new ChangeFeedProcessorRunner(
        batches -> kernel.changeProcessor(container, processor, batches),
        handler,
        items,
        startTime);
  }

  private Check watchdog(ChangeFeedProcessorRunner processor, SourceMonitor monitor) {
    Duration longestWait =
        config
            .leases
            .longestLease()
            .plus(config.stallAfter)
            .plus(config.pollInterval(monitor.source()));
    ProcessorWatchdog watchdog =
        new ProcessorWatchdog(
            processor,
            kernel.environment().clock(),
            config.hostName,
            new ProcessorWatchdog.Times(config.quietAfter(), config.stallAfter, longestWait));
    return new Check("The watchdog of " + monitor.name(), monitor, watchdog::look, true);
  }

  /** Registers a view, and adds its watchdogs to the checks. */
  private RegisteredView registered(CustomView.Handlers handlers, List<Check> checks) {
    CustomView view = handlers.view();
    // The tilde separates views from other prefixes and from the account's host, which follows.
    String shared = config.leasePrefix + "view~" + view.name() + "~";
    String prefix = view.config().everyHost() ? shared + config.hostName + "~" : shared;
    Leases leases = new Leases(kernel.leaseDocuments(costs), prefix, view.config());
    List<ChangeFeedProcessorRunner> runners = new ArrayList<>();
    for (BatchHandler batches : handlers.batches()) {
      ChangeFeedProcessorRunner runner = runner(batches, Optional.of(leases));
      runners.add(runner);
      checks.add(watchdog(runner, batches.monitor()));
    }
    List<SourceMonitor> monitors = handlers.batches().stream().map(BatchHandler::monitor).toList();
    RunnerGroup group = new RunnerGroup(List.copyOf(runners), config.pollInterval);
    return new RegisteredView(view.name(), group, monitors, leases);
  }
}
