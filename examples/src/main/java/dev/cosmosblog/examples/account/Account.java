package dev.cosmosblog.examples.account;

import dev.cosmosblog.examples.console.Arguments;
import dev.cosmosblog.examples.console.Arguments.Range;
import dev.cosmosblog.examples.console.Example;
import dev.cosmosblog.examples.console.Launcher;
import dev.cosmosblog.examples.console.Screen;
import dev.cosmosblog.examples.console.StopSignal;
import dev.cosmosblog.examples.console.Usage;
import dev.cosmosblog.examples.console.Usage.Option;
import dev.cosmosblog.examples.console.UsageException;
import dev.cosmosblog.local.FaultPlan;
import dev.cosmosblog.local.LocalCosmos;
import dev.cosmosblog.local.LocalCosmosBuilder;
import dev.cosmosblog.local.SettableClock;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.function.Supplier;

/** Runs an account on a port until it is stopped; its data is in memory, and gone then. */
public final class Account implements Example {
  /** The port of Microsoft's emulators. */
  private static final Range PORT = new Range(0, 65_535, 8081);

  private static final Range PARTITIONS = new Range(1, 1_000, 5);

  private static final Range SEED = new Range(0, Integer.MAX_VALUE, 0);
  private static final String LEASES = "leases";

  private final Supplier<StopSignal> signal;
  private final InputStream input;

  /** Until the process is stopped, with orders from its standard input. */
  public Account() {
    this(StopSignal::ofProcess, System.in);
  }

  Account(Supplier<StopSignal> signal, InputStream input) {
    this.signal = signal;
    this.input = input;
  }

  /**
   * Runs it as a program.
   *
   * @param words its command line
   */
  public static void main(String[] words) {
    Launcher.main(new Account(), words);
  }

  @Override
  public Usage usage() {
    return new Usage(
        "account",
        "runs an account on 127.0.0.1, in memory, until it is stopped",
        List.of(),
        List.of(
            new Option("port", "N", "by default 8081; 0 for any that is free"),
            new Option("partitions", "N", "physical partitions of a container; by default 5"),
            new Option("tls", "FILE", "encrypts, with the key and certificate of a PKCS12 file"),
            new Option("faults", "SEED", "has every kind of fault happen, as the seed decides"),
            new Option(
                "orders",
                "stdin",
                "takes orders line by line until the input ends: disturb, calm, counts,"
                    + " split DATABASE CONTAINER; the faults wait for 'disturb' then")));
  }

  @Override
  public int run(Arguments arguments, Screen screen) throws InterruptedException {
    boolean ordered = ordered(arguments);
    SettableClock clock = SettableClock.runningWith(Clock.systemUTC());
    FaultSchedule faults = FaultSchedule.of(arguments.number("faults", SEED), clock, LEASES);
    boolean disturbed = arguments.option("faults").isPresent() && !ordered;
    LocalCosmosBuilder builder =
        LocalCosmos.builder()
            .clock(clock)
            .faults(disturbed ? faults.plan() : FaultPlan.NONE)
            .port(arguments.number("port", PORT))
            .physicalPartitions(arguments.number("partitions", PARTITIONS));
    arguments.option("tls").map(Path::of).map(Certificate::read).ifPresent(builder::tls);
    StopSignal stop = signal.get();
    int code = Example.FAILED;
    try (LocalCosmos account = builder.start()) {
      screen.line("account: endpoint " + account.endpoint());
      // The emulators' key is published; one that is a secret would never be printed.
      screen.line("account: key " + account.key());
      if (ordered) {
        follow(new Orders(account, faults, screen), stop);
      }
      stop.await();
      screen.line("account: stopped");
      code = 0;
    } finally {
      stop.ended(code);
    }
    return code;
  }

  private static boolean ordered(Arguments arguments) {
    arguments
        .option("orders")
        .filter(from -> !from.equals("stdin"))
        .ifPresent(
            from -> {
              throw new UsageException("Orders come from stdin, not from '" + from + "'");
            });
    return arguments.option("orders").isPresent();
  }

  private void follow(Orders orders, StopSignal stop) {
    Thread reader =
        new Thread(
            () -> {
              orders.follow(input);
              stop.stop();
            },
            "orders");
    reader.setDaemon(true);
    reader.start();
  }
}
