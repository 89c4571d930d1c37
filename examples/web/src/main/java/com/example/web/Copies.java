package com.example.web;

import com.example.web.CostMeter.Click;
import com.example.web.WebApplication.Connections;
import dev.cosmosblog.changefeed.BlogChangeFeed;
import dev.cosmosblog.changefeed.observe.ChangeFeedHealth;
import dev.cosmosblog.changefeed.observe.ChangeFeedHealth.Lifecycle;
import dev.cosmosblog.changefeed.observe.ChangeFeedLag;
import dev.cosmosblog.changefeed.observe.ChangeFeedListener;
import dev.cosmosblog.changefeed.view.ViewConfig;
import dev.cosmosblog.model.PostSummary;
import dev.cosmosblog.store.BlogDatabase;
import dev.cosmosblog.store.BlogStore;
import dev.cosmosblog.store.error.StoreException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/**
 * Runs the change feed hosts, which update the copies and the search index. Also samples their lag
 * and measures when the front page shows the change that a click made.
 */
@Component
final class Copies implements ChangeFeedListener {
  static final int MAX_HOSTS = 4;

  private static final String SEARCH = "search";
  private static final int SAMPLES = 21;

  /** Half the default: visitors look at the copies, and each poll of a range costs 2.8 RU. */
  private static final Duration POLL = Duration.ofMillis(500);

  /** A look costs about five RU, so the interval grows while no host is running. */
  private static final Duration FIRST_LOOKS = Duration.ofMillis(20);

  private static final Duration LATER_LOOKS = Duration.ofMillis(250);
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  private final BlogDatabase database;
  // Separate, so that its reads don't count as requests of the hosts.
  private final BlogDatabase observer;
  private final SearchIndex index;
  private final CostMeter meter;
  private final LiveEvents events;
  private final ScheduledExecutorService looks =
      new ScheduledThreadPoolExecutor(
          1,
          work -> {
            Thread thread = new Thread(work, "looks at the front page");
            thread.setDaemon(true);
            return thread;
          },
          // During shutdown, a click must still succeed, although its change is no longer followed.
          new ThreadPoolExecutor.DiscardPolicy());

  // Guarded by this, like the fields below.
  private final Map<String, BlogChangeFeed> hosts = new LinkedHashMap<>();
  private final Deque<Sample> samples = new ArrayDeque<>();
  private Map<String, Integer> ranges = new HashMap<>();
  private int started;

  /** The lag at one moment, and the RU that all hosts had used by then. */
  record Sample(long changes, long ageSeconds, double hostsRu, long nanoTime) {
    static final Sample NONE = new Sample(0, 0, 0, 0);
  }

  /** A host of the change feed. */
  record Host(String name, boolean running, int ranges, long changes) {}

  Copies(Connections connections, SearchIndex index, CostMeter meter, LiveEvents events) {
    this.index = index;
    this.database = connections.connect(CostMeter.HOSTS, report -> {});
    this.observer = connections.connect(CostMeter.CROWD, report -> {});
    this.meter = meter;
    this.events = events;
  }

  /** Starts a host with a new name; returns empty if the maximum number is running. */
  synchronized Optional<String> startHost() {
    if (running() == MAX_HOSTS) {
      return Optional.empty();
    }
    started++;
    String name = "host-" + started;
    BlogChangeFeed host =
        BlogChangeFeed.builder(database)
            .hostName(name)
            .pollInterval(POLL)
            .frontPageInterval(POLL)
            // Short, because visitors kill hosts and expect another one to take over in seconds.
            .leaseIntervals(Duration.ofSeconds(2), Duration.ofSeconds(5), Duration.ofSeconds(15))
            .listener(this)
            .view(SEARCH, index, ViewConfig.DEFAULT.onEveryHost())
            .build();
    host.start();
    hosts.values().removeIf(killed -> !runs(killed));
    hosts.put(name, host);
    events.signal("hosts");
    return Optional.of(name);
  }

  private static boolean runs(BlogChangeFeed host) {
    return host.lifecycle() == Lifecycle.RUNNING;
  }

  /** Kills a host; the change feed redelivers its unfinished batch to another host. */
  synchronized boolean killHost(String name) {
    BlogChangeFeed host = hosts.get(name);
    if (host == null || !runs(host)) {
      return false;
    }
    host.close(Duration.ZERO);
    ranges.remove(name);
    events.signal("hosts");
    return true;
  }

  /** Returns the hosts in start order, including those killed since the last start. */
  public synchronized List<Host> hosts() {
    return hosts.entrySet().stream().map(host -> view(host.getKey(), host.getValue())).toList();
  }

  private Host view(String name, BlogChangeFeed host) {
    ChangeFeedHealth health = host.health();
    long changes = health.users().changes() + health.posts().changes();
    return new Host(name, runs(host), ranges.getOrDefault(name, 0), changes);
  }

  /** Returns the number of hosts that run. */
  public synchronized long running() {
    return hosts.values().stream().filter(Copies::runs).count();
  }

  /** Returns the latest sample. */
  public synchronized Sample latest() {
    return samples.isEmpty() ? Sample.NONE : samples.getLast();
  }

  /** Returns the average RU/s of the hosts over the samples, because lease requests are bursts. */
  public synchronized double ruPerSecond() {
    if (samples.size() < 2) {
      return 0;
    }
    Sample first = samples.getFirst();
    Sample last = samples.getLast();
    return (last.hostsRu() - first.hostsRu()) * 1e9 / (last.nanoTime() - first.nanoTime());
  }

  /** Returns the upper end of the chart's axis, a number of changes. */
  public synchronized long most() {
    return Math.max(4, samples.stream().mapToLong(Sample::changes).max().orElse(0));
  }

  /** Returns the samples of the last 40 seconds as points of a line in a box of 240 by 48. */
  public synchronized String line() {
    List<Sample> drawn = List.copyOf(samples);
    long most = most();
    StringBuilder points = new StringBuilder();
    for (int i = 0; i < drawn.size(); i++) {
      long x = Math.round(240.0 * (SAMPLES - drawn.size() + i) / (SAMPLES - 1));
      long y = Math.round(46 - 44.0 * drawn.get(i).changes() / most);
      points.append(x).append(',').append(y).append(' ');
    }
    return points.toString().strip();
  }

  /** A sample costs about 50 RU, so it is taken only while somebody looks. */
  @Scheduled(fixedRate = 2_000)
  void sample() {
    Optional<BlogChangeFeed> any = anyHost();
    if (any.isEmpty() || !events.hasReaders()) {
      return;
    }
    try {
      add(any.get().lag());
    } catch (StoreException refused) {
      // Service conditions may fail this request; the next sample will do.
    }
  }

  /**
   * Returns a running host if there is one. Any host can measure the lag of all hosts, even after
   * it is closed.
   */
  synchronized Optional<BlogChangeFeed> anyHost() {
    return hosts.values().stream().max(Comparator.comparing(Copies::runs));
  }

  private synchronized void add(ChangeFeedLag lag) {
    long changes = lag.users() + lag.posts();
    long age = lag.age().toSeconds();
    samples.addLast(new Sample(changes, age, meter.hostsRu(), System.nanoTime()));
    if (samples.size() > SAMPLES) {
      samples.removeFirst();
    }
    events.signal("lag");
    Map<String, Integer> held = new HashMap<>();
    lag.ranges().forEach(range -> range.host().ifPresent(h -> held.merge(h, 1, Integer::sum)));
    if (!held.equals(ranges)) {
      ranges = held;
      events.signal("hosts");
    }
  }

  @Override
  public void onBatch(BatchReport report) {
    events.signal("copies");
    events.signal("hosts");
  }

  /** Waits until the copies and the search index are up to date, or until the timeout. */
  void awaitDrained(Duration timeout) throws InterruptedException {
    Optional<BlogChangeFeed> any = anyHost();
    if (any.isPresent()) {
      any.get().awaitDrained(timeout);
      any.get().view(SEARCH).awaitDrained(timeout);
    }
  }

  /** Shows, beside the current click, when the front page reflects its change. */
  void follow(Predicate<List<PostSummary>> arrived) {
    meter.current().ifPresent(click -> follow(click, arrived));
  }

  private void follow(Click click, Predicate<List<PostSummary>> arrived) {
    click.awaitCopy();
    long start = System.nanoTime();
    looks.execute(() -> look(click, arrived, start));
  }

  private void look(Click click, Predicate<List<PostSummary>> arrived, long start) {
    long millis = (System.nanoTime() - start) / 1_000_000;
    if (arrived(arrived)) {
      click.copiedAfter(millis);
      events.signal("cost");
    } else if (millis < PATIENCE.toMillis()) {
      Duration pause = millis < 3_000 ? FIRST_LOOKS : LATER_LOOKS;
      looks.schedule(() -> look(click, arrived, start), pause.toMillis(), TimeUnit.MILLISECONDS);
    }
  }

  private boolean arrived(Predicate<List<PostSummary>> arrived) {
    try {
      return arrived.test(BlogStore.on(observer).recentPosts(observer.frontPageSize()));
    } catch (StoreException refused) {
      return false;
    }
  }

  /** Runs before beans are destroyed, so that hosts can release leases while the emulator runs. */
  @EventListener(ContextClosedEvent.class)
  void close() {
    looks.shutdownNow();
    List<BlogChangeFeed> all;
    synchronized (this) {
      all = List.copyOf(hosts.values());
    }
    all.forEach(host -> host.close(Duration.ofSeconds(3)));
    observer.close();
    database.close();
  }
}
