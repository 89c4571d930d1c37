package dev.cosmosblog.changefeed;

import dev.cosmosblog.store.BlogCopies;
import dev.cosmosblog.store.BlogStore;
import java.time.Clock;
import java.util.List;
import java.util.Map;
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

  BlogChangeFeed changeFeed(ScheduledExecutorService scheduler) {
    FollowedFeed users = followed(SourceFeed.USERS);
    FollowedFeed posts = followed(SourceFeed.POSTS);
    Watchdog watchdog =
        new Watchdog(
            List.of(users.watch(), posts.watch()), scheduler, clock, settings.leases().renew());
    return new BlogChangeFeed(users, posts, surroundings(watchdog), settings);
  }

  private Surroundings surroundings(Watchdog watchdog) {
    return new Surroundings(watchdog, setAsideItems(), listeners);
  }

  SteppedChangeFeed stepped() {
    return new SteppedChangeFeed(
        pulled(SourceFeed.USERS), pulled(SourceFeed.POSTS), setAsideItems());
  }

  private FollowedFeed followed(SourceFeed feed) {
    SourceMonitor monitor = monitor(feed);
    FeedProcessor processor =
        FeedProcessor.of(
            containers.source(feed), containers.leases(), batchHandler(monitor), settings);
    LeaseTable table =
        new LeaseTable(containers.leases(), containers.source(feed), settings.leasePrefix());
    return new FollowedFeed(
        processor,
        monitor,
        new LagGauge(processor, table, containers.source(feed), feed, clock),
        new ProcessorWatch(processor, table, monitor, WatchSettings.of(settings)));
  }

  private PulledFeed pulled(SourceFeed feed) {
    return new PulledFeed(
        containers.source(feed), batchHandler(monitor(feed)), settings.batchSize());
  }

  private SourceMonitor monitor(SourceFeed feed) {
    return new SourceMonitor(feed, listeners, clock, settings.stallAfter());
  }

  private SetAsideItems setAsideItems() {
    Map<SourceFeed, ChangeHandlers> handlers =
        Map.of(
            SourceFeed.USERS, handlers(monitor(SourceFeed.USERS)),
            SourceFeed.POSTS, handlers(monitor(SourceFeed.POSTS)));
    return new SetAsideItems(records, new SourceItems(containers), handlers);
  }

  private BatchHandler batchHandler(SourceMonitor monitor) {
    return new BatchHandler(handlers(monitor), monitor, new Aside(records, monitor));
  }

  private ChangeHandlers handlers(SourceMonitor monitor) {
    BlogCopies copies = store.copies();
    return new ChangeHandlers(
        switch (monitor.feed()) {
          case USERS -> List.of(new NameSpread(copies));
          case POSTS -> List.of(new NameCheck(copies), new PostCopies(copies, store.feedSize()));
        });
  }
}
