package dev.cosmosblog.benchmarks.localaccount;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.models.CosmosContainerProperties;
import dev.cosmosblog.benchmarks.localaccount.Call.BatchOfTwo;
import dev.cosmosblog.benchmarks.localaccount.Call.ChangeFeedPage;
import dev.cosmosblog.benchmarks.localaccount.Call.PartitionQuery;
import dev.cosmosblog.benchmarks.localaccount.Call.PointRead;
import dev.cosmosblog.benchmarks.localaccount.Call.PointWrite;
import dev.cosmosblog.benchmarks.localaccount.Call.ProcedureCall;
import dev.cosmosblog.benchmarks.localaccount.LocalBenchmark.Settings;
import dev.cosmosblog.examples.blog.Latencies;
import dev.cosmosblog.examples.console.Progress;
import dev.cosmosblog.examples.console.Screen;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The same calls to each server, in turns, so that what else the machine does falls on all of them.
 */
final class Comparison {
  private static final List<Call> CALLS =
      List.of(
          new PointRead(),
          new PointWrite(),
          new PartitionQuery(),
          new BatchOfTwo(),
          new ChangeFeedPage(),
          new ProcedureCall());
  private static final List<Integer> CLIENTS = List.of(1, 8);
  private static final int ROUNDS = 4;

  private final List<Target> targets;
  private final int calls;
  private final WarmUp warmUp;
  private final Screen screen;
  private final List<Measured> measured = new ArrayList<>();

  Comparison(List<Target> targets, Settings settings, Screen screen) {
    this.targets = List.copyOf(targets);
    this.calls = settings.calls();
    this.warmUp = new WarmUp(settings.warmUp());
    this.screen = screen;
  }

  List<Measured> run() throws InterruptedException {
    for (Call call : CALLS) {
      List<Contestant> ready = new ArrayList<>();
      for (Target target : targets) {
        prepare(call, target).ifPresent(ready::add);
      }
      screen.line(call.name() + ": warming up");
      warmUp.run(call, ready);
      long all = (long) ready.size() * CLIENTS.size() * calls;
      try (Progress progress = new Progress(call.name(), all, screen)) {
        for (int clients : CLIENTS) {
          compare(call, clients, ready, progress);
        }
      }
    }
    return List.copyOf(measured);
  }

  /** A server that refuses or misunderstands the call has no numbers for it. */
  private Optional<Contestant> prepare(Call call, Target target) {
    try {
      CosmosContainer container =
          target.container(
              new CosmosContainerProperties(call.name().replaceAll("\\W", "-"), "/pk"));
      call.prepare(container);
      Contestant contestant = new Contestant(target, container, new AtomicInteger());
      call.send(container, contestant.numbers().getAndIncrement());
      return Optional.of(contestant);
    } catch (RuntimeException refusal) {
      String why = String.valueOf(refusal.getMessage()).lines().findFirst().orElse("");
      screen.line(
          call.name()
              + ": not answered by "
              + target.name()
              + " ("
              + why.substring(0, Math.min(why.length(), 120))
              + ")");
      return Optional.empty();
    }
  }

  private void compare(Call call, int clients, List<Contestant> contestants, Progress progress)
      throws InterruptedException {
    try (Load load = new Load(clients)) {
      List<Tally> tallies = contestants.stream().map(each -> new Tally()).toList();
      for (int round = 0; round < ROUNDS; round++) {
        for (int i = 0; i < contestants.size(); i++) {
          measure(call, load, contestants.get(i), tallies.get(i));
          progress.step(calls / ROUNDS);
        }
      }
      for (int i = 0; i < contestants.size(); i++) {
        String server = contestants.get(i).target().name();
        measured.add(tallies.get(i).measured(server, call.name(), clients));
      }
    }
  }

  private void measure(Call call, Load load, Contestant contestant, Tally tally)
      throws InterruptedException {
    Duration before = contestant.target().server().processorTime();
    long start = System.nanoTime();
    List<Long> round = contestant.run(call, load, Math.max(1, calls / ROUNDS));
    long took = System.nanoTime() - start;
    tally.add(round, took, contestant.target().server().processorTime().minus(before));
  }

  /** A server that answers a call, with the container in which it does. */
  record Contestant(Target target, CosmosContainer container, AtomicInteger numbers) {
    /** Sends a call from each of the load's clients again and again. */
    List<Long> run(Call call, Load load, int calls) throws InterruptedException {
      return load.run(numbers, calls, number -> call.send(container, number));
    }

    /** The processor time of the server's process for each of some calls, in nanoseconds. */
    double cost(Call call, Load load, int calls) throws InterruptedException {
      Duration before = target.server().processorTime();
      run(call, load, calls);
      return (double) target.server().processorTime().minus(before).toNanos() / calls;
    }
  }

  /**
   * The cost of a call at a server.
   *
   * @param server which
   * @param call which
   * @param clients how many threads called at once
   * @param calls how many calls were measured
   * @param callsPerSecond answered
   * @param p50Ms half of the calls took at most this, seen from the client
   * @param p99Ms 99 of 100 took at most this
   * @param processorMicros processor time of the server's process for each call
   */
  record Measured(
      String server,
      String call,
      int clients,
      int calls,
      double callsPerSecond,
      double p50Ms,
      double p99Ms,
      double processorMicros) {}

  /** Adds up the rounds of one call at one server. Not safe for many threads. */
  static final class Tally {
    private final Latencies latencies = new Latencies();
    private long nanos;
    private Duration processorTime = Duration.ZERO;

    void add(List<Long> round, long tookNanos, Duration processor) {
      round.forEach(latencies::record);
      nanos += tookNanos;
      processorTime = processorTime.plus(processor);
    }

    Measured measured(String server, String call, int clients) {
      int calls = Math.toIntExact(latencies.count());
      return new Measured(
          server,
          call,
          clients,
          calls,
          calls / (nanos / 1e9),
          latencies.ms(50),
          latencies.ms(99),
          processorTime.toNanos() / 1e3 / calls);
    }
  }
}
