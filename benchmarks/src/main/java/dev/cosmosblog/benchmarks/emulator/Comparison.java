package dev.cosmosblog.benchmarks.emulator;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.models.CosmosContainerProperties;
import dev.cosmosblog.benchmarks.emulator.EmulatorBenchmark.Settings;
import dev.cosmosblog.benchmarks.emulator.EmulatorCall.BatchOfTwo;
import dev.cosmosblog.benchmarks.emulator.EmulatorCall.ChangeFeedPage;
import dev.cosmosblog.benchmarks.emulator.EmulatorCall.PartitionQuery;
import dev.cosmosblog.benchmarks.emulator.EmulatorCall.PointRead;
import dev.cosmosblog.benchmarks.emulator.EmulatorCall.PointWrite;
import dev.cosmosblog.benchmarks.emulator.EmulatorCall.ProcedureCall;
import dev.cosmosblog.examples.blog.Latencies;
import dev.cosmosblog.examples.console.Progress;
import dev.cosmosblog.examples.console.Screen;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The same calls to each server, in turns, so that other work of the machine affects all of them.
 */
final class Comparison {
  static final List<EmulatorCall> CALLS =
      List.of(
          new PointRead(),
          new PointWrite(),
          new PartitionQuery(),
          new BatchOfTwo(),
          new ChangeFeedPage(),
          new ProcedureCall());
  private static final List<Integer> CLIENTS = List.of(1, 8);
  private static final int ROUNDS = 4;

  private final List<Server> targets;
  private final List<EmulatorCall> kinds;
  private final int run;
  private final int calls;
  private final WarmUp warmUp;
  private final Screen screen;
  private final List<Measured> measured = new ArrayList<>();

  /**
   * Creates a comparison.
   *
   * @param targets the servers, which have just been started
   * @param run the number of the run, from 1
   * @param settings how much is measured
   */
  Comparison(
      List<Server> targets, List<EmulatorCall> kinds, int run, Settings settings, Screen screen) {
    this.targets = List.copyOf(targets);
    this.kinds = List.copyOf(kinds);
    this.run = run;
    this.calls = settings.calls();
    this.warmUp = new WarmUp(settings.warmUp());
    this.screen = screen;
  }

  List<Measured> run() throws InterruptedException {
    for (EmulatorCall call : kinds) {
      List<Contestant> ready = new ArrayList<>();
      for (Server target : targets) {
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

  /** A server that rejects or misunderstands the call has no numbers for it. */
  private Optional<Contestant> prepare(EmulatorCall call, Server target) {
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
              + ": no response from "
              + target.name()
              + " ("
              + why.substring(0, Math.min(why.length(), 120))
              + ")");
      return Optional.empty();
    }
  }

  private void compare(
      EmulatorCall call, int clients, List<Contestant> contestants, Progress progress)
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
        measured.add(tallies.get(i).measured(run, server, call.name(), clients));
      }
    }
  }

  private void measure(EmulatorCall call, Load load, Contestant contestant, Tally tally)
      throws InterruptedException {
    ServerUsage usage = contestant.target().usage();
    ServerUsage.Reading before = usage.read();
    long start = System.nanoTime();
    List<Long> round = contestant.run(call, load, Math.max(1, calls / ROUNDS));
    long took = System.nanoTime() - start;
    tally.add(round, took, usage.read().minus(before));
  }

  /** A server that answers a call, with the container in which it does. */
  record Contestant(Server target, CosmosContainer container, AtomicInteger numbers) {
    /** Sends a call from each of the load's clients again and again. */
    List<Long> run(EmulatorCall call, Load load, int calls) throws InterruptedException {
      return load.run(numbers, calls, number -> call.send(container, number));
    }

    /** The resources that the server's process takes for some calls. */
    ServerUsage.Reading usage(EmulatorCall call, Load load, int calls) throws InterruptedException {
      ServerUsage.Reading before = target.usage().read();
      run(call, load, calls);
      return target.usage().read().minus(before);
    }
  }

  /**
   * The cost of a call at a server in one run.
   *
   * @param run its number, from 1
   * @param clients how many threads called at once
   * @param calls how many calls were measured
   * @param callsPerSecond answered
   * @param p50Ms half of the calls took at most this, seen from the client
   * @param p99Ms 99 of 100 took at most this
   * @param processorMicros processor time of the server's process for each call
   * @param kernelMicros the part of it that the system's kernel takes
   * @param compilingMicros the part of it that a virtual machine compiles in
   * @param wakeUps how often a thread of the server slept and was woken, for each call
   */
  record Measured(
      int run,
      String server,
      String call,
      int clients,
      int calls,
      double callsPerSecond,
      double p50Ms,
      double p99Ms,
      double processorMicros,
      double kernelMicros,
      double compilingMicros,
      double wakeUps) {}

  /** Adds up the rounds of one call at one server. Not thread-safe. */
  static final class Tally {
    private final Latencies latencies = new Latencies();
    private long nanos;
    private ServerUsage.Reading usage = ServerUsage.NOTHING;

    void add(List<Long> round, long tookNanos, ServerUsage.Reading taken) {
      round.forEach(latencies::record);
      nanos += tookNanos;
      usage = usage.plus(taken);
    }

    Measured measured(int run, String server, String call, int clients) {
      int calls = Math.toIntExact(latencies.count());
      return new Measured(
          run,
          server,
          call,
          clients,
          calls,
          calls / (nanos / 1e9),
          latencies.ms(50),
          latencies.ms(99),
          usage.processor().toNanos() / 1e3 / calls,
          usage.kernel().toNanos() / 1e3 / calls,
          usage.compiling().toNanos() / 1e3 / calls,
          (double) usage.wakeUps() / calls);
    }
  }
}
