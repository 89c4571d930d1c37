package dev.cosmosblog.benchmarks.chaos;

import com.azure.cosmos.CosmosDatabase;
import dev.cosmosblog.benchmarks.chaos.CommandLog.Journal;
import dev.cosmosblog.benchmarks.chaos.CommandMix.KnownPosts;
import dev.cosmosblog.examples.blog.Endpoint;
import dev.cosmosblog.local.SettableClock;
import dev.cosmosblog.store.BlogDatabase;
import dev.cosmosblog.store.BlogStore;
import dev.cosmosblog.store.BlogStoreBuilder;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** The participants of a run. Each has a thread, and a random source of its own from the seed. */
final class Participants implements AutoCloseable {
  private final CountDownLatch stop = new CountDownLatch(1);
  private final KnownPosts shelf = new KnownPosts();
  private final ExecutorService threads = Executors.newCachedThreadPool(Participants::daemon);
  private final List<Future<?>> parts = new ArrayList<>();
  private final List<Writer> writers = new ArrayList<>();
  private final Journal journal;
  private final Observer observer;
  private final Saboteur saboteur;
  private final ClockJumper jumper;
  private final HostKiller killer;

  Participants(ChaosSettings settings, BlogDatabase blog, HostProcesses hosts, Journal journal) {
    SplittableRandom seed = new SplittableRandom(settings.seed());
    this.journal = journal;
    Observer.Watched watched = new Observer.Watched(shelf, journal);
    this.observer = new Observer(blog.unwrap(CosmosDatabase.class), watched, seed.split(), stop);
    Duration rest = Duration.ofMillis(settings.seconds() * 1_000L / 12);
    this.saboteur = new Saboteur(blog.unwrap(CosmosDatabase.class), rest, stop);
    this.killer = new HostKiller(hosts, settings.hosts(), seed.split(), stop);
    SettableClock clock = SettableClock.runningWith(Clock.systemUTC());
    this.jumper = new ClockJumper(clock, seed.split(), stop);
    for (int number = 0; number < settings.writers(); number++) {
      Clock dates = number % 4 == 0 ? clock : Clock.systemUTC();
      writers.add(writer(number, instances(settings, blog, dates), seed));
    }
  }

  private static Thread daemon(Runnable part) {
    Thread thread = new Thread(part, "chaos");
    thread.setDaemon(true);
    return thread;
  }

  /** Returns two instances, as behind a load balancer. */
  private static List<BlogStore> instances(ChaosSettings settings, BlogDatabase blog, Clock clock) {
    BlogDatabase database = Endpoint.with(blog, settings.database().clock(clock));
    BlogStoreBuilder store = BlogStore.builder(database).writePath(settings.writePath());
    return List.of(store.build(), store.build());
  }

  private Writer writer(int number, List<BlogStore> instances, SplittableRandom seed) {
    CommandMix mix = new CommandMix(number, shelf, seed.split());
    Writer.Pace pace = new Writer.Pace(seed.split(), ChaosSettings.REST, stop);
    return new Writer(number, instances, mix, journal, pace);
  }

  /** Starts all participants. */
  void begin() {
    writers.forEach(writer -> parts.add(threads.submit(writer)));
    List.of(observer, saboteur, jumper, killer).forEach(part -> parts.add(threads.submit(part)));
  }

  /**
   * Stops all participants, and waits for them.
   *
   * @throws IllegalStateException if one of them had failed
   */
  void end() throws InterruptedException {
    stop.countDown();
    for (Future<?> part : parts) {
      try {
        part.get();
      } catch (ExecutionException e) {
        throw new IllegalStateException("A part of the run failed", e.getCause());
      }
    }
  }

  Observer observer() {
    return observer;
  }

  Saboteur saboteur() {
    return saboteur;
  }

  HostKiller killer() {
    return killer;
  }

  ClockJumper jumper() {
    return jumper;
  }

  @Override
  public void close() {
    stop.countDown();
    threads.shutdownNow();
  }

  /** Makes the clock jump with which some writers date what they write. */
  static final class ClockJumper implements Runnable {
    private static final int LONGEST_REST_MS = 4_000;
    private static final int LONGEST_JUMP_MS = 20_000;

    private final SettableClock clock;
    private final SplittableRandom random;
    private final CountDownLatch stop;
    private volatile int jumps;

    ClockJumper(SettableClock clock, SplittableRandom random, CountDownLatch stop) {
      this.clock = clock;
      this.random = random;
      this.stop = stop;
    }

    int jumps() {
      return jumps;
    }

    @Override
    public void run() {
      try {
        while (!stop.await(random.nextInt(LONGEST_REST_MS), TimeUnit.MILLISECONDS)) {
          clock.advance(Duration.ofMillis(random.nextInt(-LONGEST_JUMP_MS, LONGEST_JUMP_MS)));
          jumps = jumps + 1;
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
