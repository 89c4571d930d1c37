package dev.cosmosblog.simulation.chaos;

import com.azure.cosmos.CosmosDatabase;
import dev.cosmosblog.examples.blog.Endpoint;
import dev.cosmosblog.simulation.chaos.CommandLog.Journal;
import dev.cosmosblog.simulation.chaos.CommandMix.KnownPosts;
import dev.cosmosblog.store.BlogDatabase;
import dev.cosmosblog.store.BlogStore;
import dev.cosmoslocal.SettableClock;
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

/** The participants of a run. Each has a thread, and a separate random source from the seed. */
final class Participants implements AutoCloseable {
  private static final int INSTANCES = 2;

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
  private final ReplicaProbe probe;
  private final HeapGauge gauge;

  Participants(
      ChaosSettings settings, List<BlogDatabase> clients, HostProcesses hosts, Journal journal) {
    BlogDatabase blog = clients.get(0);
    SplittableRandom seed = new SplittableRandom(settings.seed());
    this.journal = journal;
    Observer.Watched watched = new Observer.Watched(shelf, journal);
    this.observer = new Observer(blog.unwrap(CosmosDatabase.class), watched, seed.split(), stop);
    Duration rest = Duration.ofMillis(settings.seconds() * 1_000L / 12);
    this.saboteur = new Saboteur(blog.unwrap(CosmosDatabase.class), rest, stop);
    this.killer = new HostKiller(hosts, settings, seed.split(), stop);
    SettableClock clock = SettableClock.runningWith(Clock.systemUTC());
    this.jumper = new ClockJumper(clock, seed.split(), stop);
    for (int number = 0; number < settings.writers(); number++) {
      writers.add(writer(number, instances(number, settings, clients, clock), seed));
    }
    this.probe =
        new ReplicaProbe(
            blog.unwrap(CosmosDatabase.class),
            clients.get(clients.size() - 1).unwrap(CosmosDatabase.class),
            stop);
    this.gauge = new HeapGauge(hosts, stop);
  }

  private static Thread daemon(Runnable part) {
    Thread thread = new Thread(part, "chaos");
    thread.setDaemon(true);
    return thread;
  }

  /**
   * Returns two instances with separate clients, as behind a load balancer. One writer in four
   * dates what it writes by the clock that jumps.
   */
  private static List<BlogStore> instances(
      int number, ChaosSettings settings, List<BlogDatabase> clients, Clock jumping) {
    List<BlogStore> instances = new ArrayList<>();
    for (int instance = 0; instance < INSTANCES; instance++) {
      BlogDatabase client = clients.get((number + number / 4 + instance) % clients.size());
      BlogDatabase database =
          number % 4 == 0 ? Endpoint.with(client, ChaosSettings.database().clock(jumping)) : client;
      instances.add(BlogStore.builder(database).writePath(settings.writePath()).build());
    }
    return List.copyOf(instances);
  }

  private Writer writer(int number, List<BlogStore> instances, SplittableRandom seed) {
    CommandMix mix = new CommandMix(number, shelf, seed.split());
    Writer.Pace pace = new Writer.Pace(seed.split(), ChaosSettings.REST, stop);
    return new Writer(number, instances, mix, journal, pace);
  }

  /** Starts all participants. */
  void begin() {
    writers.forEach(writer -> parts.add(threads.submit(writer)));
    List.of(observer, saboteur, jumper, killer, probe, gauge)
        .forEach(part -> parts.add(threads.submit(part)));
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

  ReplicaProbe probe() {
    return probe;
  }

  HeapGauge gauge() {
    return gauge;
  }

  @Override
  public void close() {
    stop.countDown();
    threads.shutdownNow();
  }

  /**
   * Makes the clock jump with which some writers date what they write: to any time within some
   * seconds of the machine's, far less than the grace of a reservation.
   */
  static final class ClockJumper implements Runnable {
    private static final int LONGEST_REST_MS = 4_000;
    private static final int FARTHEST_MS = 20_000;

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
          int offset = random.nextInt(-FARTHEST_MS, FARTHEST_MS);
          clock.set(Clock.systemUTC().instant().plusMillis(offset));
          jumps = jumps + 1;
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
