package dev.cosmosblog.changefeed;

import com.azure.cosmos.CosmosAsyncContainer;
import dev.cosmosblog.store.internal.kernel.CopyWrites;
import dev.cosmosblog.store.BlogStore;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ScheduledExecutorService;

/** Which handlers follow which container, and what watches them. */
final class Wiring {
  private final FeedContainers containers;
  private final BlogStore store;
  private final Listeners listeners;
  private final Clock clock;
  private final ChangeFeedSettings settings;
  private final SetAsideRecords records;

  Wiring(
      FeedContainers containers,
      BlogStore store,
      Listeners listeners,
      Clock clock,
      ChangeFeedSettings settings) {
    this.containers = containers;
    this.store = store;
    this.listeners = listeners;
    this.clock = clock;
    this.settings = settings;
    this.records = new SetAsideRecords(containers.leases(), clock, settings.setAsideRetention());
  }

  BlogChangeFeed changeFeed(ScheduledExecutorService scheduler, ExecutorService spreadThreads) {
    Parallel parallel = new Parallel(spreadThreads);
    SettlingRenames renames = new SettlingRenames(containers.leases(), clock, settings.settle());
    SourceMonitor ofUsers = monitor(SourceFeed.USERS);
    NameSpreader spreader = spreader(parallel, ofUsers);
    FollowedFeed users = followed(ofUsers, onUsers(spreader, renames));
    FollowedFeed posts = followed(monitor(SourceFeed.POSTS), onPosts(settings.feedInterval()));
    SettledLook settled =
        new SettledLook(renames, store.copies(), spreader, clock, settings.longestBatch());
    Watchdog watchdog =
        new Watchdog(
            List.of(users.watch(), posts.watch()),
            settled,
            scheduler,
            clock,
            settings.leases().renew());
    Surroundings surroundings =
        new Surroundings(
            new LeasesCheck(containers.leases()),
            watchdog,
            setAsideItems(spreader, renames),
            listeners,
            spreadThreads);
    return new BlogChangeFeed(users, posts, surroundings, settings);
  }

  SteppedChangeFeed stepped() {
    SourceMonitor users = monitor(SourceFeed.USERS);
    NameSpreader spreader = spreader(new Parallel(Runnable::run), users);
    return new SteppedChangeFeed(
        pulled(users, onUsers(spreader, Settling.NONE)),
        pulled(monitor(SourceFeed.POSTS), onPosts(Duration.ZERO)),
        setAsideItems(spreader, Settling.NONE));
  }

  private NameSpreader spreader(Parallel parallel, SourceMonitor monitor) {
    return new NameSpreader(store.copies(), parallel, new Aside(records, monitor), monitor, clock);
  }

  private FollowedFeed followed(SourceMonitor monitor, ChangeHandlers handlers) {
    CosmosAsyncContainer source = containers.source(monitor.feed());
    FeedProcessor processor =
        FeedProcessor.of(source, containers.leases(), batches(monitor, handlers), settings);
    LeaseTable table = new LeaseTable(containers.leases(), source, settings.leasePrefix());
    return new FollowedFeed(
        processor,
        monitor,
        new LagGauge(processor, table, source, monitor.feed(), clock),
        new ProcessorWatch(processor, table, monitor, WatchSettings.of(settings)));
  }

  private PulledFeed pulled(SourceMonitor monitor, ChangeHandlers handlers) {
    return new PulledFeed(
        containers.source(monitor.feed()), batches(monitor, handlers), settings.batchSize());
  }

  private SourceMonitor monitor(SourceFeed feed) {
    return new SourceMonitor(feed, listeners, clock, settings.stallAfter());
  }

  private SetAsideItems setAsideItems(NameSpreader spreader, Settling settling) {
    Map<SourceFeed, ChangeHandlers> handlers =
        Map.of(
            SourceFeed.USERS, onUsers(spreader, settling),
            SourceFeed.POSTS, onPosts(Duration.ZERO));
    return new SetAsideItems(records, new SourceItems(containers), handlers);
  }

  private BatchHandler batches(SourceMonitor monitor, ChangeHandlers handlers) {
    Aside aside = new Aside(records, monitor);
    return new BatchHandler(handlers, monitor, aside, clock, settings.longestBatch());
  }

  private ChangeHandlers onUsers(NameSpreader spreader, Settling settling) {
    return new ChangeHandlers(
        List.of(new NameSpread(spreader, settling, clock, settings.longestBatch())));
  }

  private ChangeHandlers onPosts(Duration feedInterval) {
    CopyWrites copies = store.copies();
    FeedWriter feed = new FeedWriter(copies, store.feedSize(), feedInterval, System::nanoTime);
    return new ChangeHandlers(List.of(new NameCheck(copies), new PostCopies(copies, feed)));
  }
}
