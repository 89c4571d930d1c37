package dev.cosmosblog.examples.account;

import dev.cosmosblog.examples.console.Arguments;
import dev.cosmosblog.examples.console.Arguments.Range;
import dev.cosmosblog.examples.console.Example;
import dev.cosmosblog.examples.console.Option;
import dev.cosmosblog.examples.console.Programs;
import dev.cosmosblog.examples.console.Screen;
import dev.cosmosblog.examples.console.StopSignal;
import dev.cosmosblog.examples.console.Usage;
import dev.cosmosblog.local.LocalCosmos;
import java.util.List;
import java.util.function.Supplier;

/** Runs an account on a port until it is stopped; its data is in memory, and gone then. */
public final class Account implements Example {
  /** The port of Microsoft's emulators. */
  private static final Range PORT = new Range(0, 65_535, 8081);

  private static final Range PARTITIONS = new Range(1, 1_000, 5);

  private final Supplier<StopSignal> signal;

  /** Until the process is stopped. */
  public Account() {
    this(StopSignal::ofProcess);
  }

  Account(Supplier<StopSignal> signal) {
    this.signal = signal;
  }

  /**
   * Runs it as a program.
   *
   * @param words its command line
   */
  public static void main(String[] words) {
    Programs.main(new Account(), words);
  }

  @Override
  public Usage usage() {
    return new Usage(
        "account",
        "runs an account on 127.0.0.1, in memory, until it is stopped",
        List.of(),
        List.of(
            new Option("port", "N", "by default 8081; 0 for any that is free"),
            new Option("partitions", "N", "physical partitions of a container; by default 5")));
  }

  @Override
  public int run(Arguments arguments, Screen screen) throws InterruptedException {
    LocalCosmos.Builder builder =
        LocalCosmos.builder()
            .port(arguments.number("port", PORT))
            .physicalPartitions(arguments.number("partitions", PARTITIONS));
    StopSignal stop = signal.get();
    int code = Programs.FAILED;
    try (LocalCosmos account = builder.start()) {
      screen.line("account: endpoint " + account.endpoint());
      // The emulators' key is published; one that is a secret would never be printed.
      screen.line("account: key " + account.key());
      stop.await();
      screen.line("account: stopped");
      code = 0;
    } finally {
      stop.ended(code);
    }
    return code;
  }
}
