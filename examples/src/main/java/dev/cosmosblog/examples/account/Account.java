package dev.cosmosblog.examples.account;

import dev.cosmosblog.examples.console.Arguments;
import dev.cosmosblog.examples.console.Arguments.Range;
import dev.cosmosblog.examples.console.Example;
import dev.cosmosblog.examples.console.Launcher;
import dev.cosmosblog.examples.console.Screen;
import dev.cosmosblog.examples.console.StopSignal;
import dev.cosmosblog.examples.console.Usage;
import dev.cosmosblog.examples.console.Usage.Option;
import dev.cosmosblog.local.app.CosmosLocal;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * Runs an account on a port until it is stopped, as {@code java -jar cosmos-local.jar} does. Its
 * data is in memory, and is lost then.
 */
public final class Account implements Example {
  /** The beginning of each line. */
  private static final String PREFIX = "account: ";

  /** The beginning of each line that answers an order. */
  static final String ANSWER = PREFIX + "answer ";

  /** By default the port of Microsoft's emulators. */
  private static final Range PORT = new Range(0, 65_535, 8081);

  private static final Range PARTITIONS = new Range(1, 1_000, 1);
  private static final Range SEED = new Range(0, Integer.MAX_VALUE, 0);
  private static final Range CLOCK_MS = new Range(0, 3_600_000, 0);
  private static final List<String> FORWARDED =
      List.of("partitions", "faults", "like-the-service", "clock-ms", "tls", "orders");

  private final Supplier<StopSignal> signal;
  private final InputStream input;

  /** Creates an account that runs until the process is stopped, with orders from standard input. */
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
    return Usage.of(
        "account",
        "runs an account on 127.0.0.1, in memory, until it is stopped",
        new Option("port", "N", "by default 8081; 0 for any that is free").in(PORT),
        new Option(
                "partitions",
                "N",
                "physical partitions of a container; by default one for each 10,000 RU/s")
            .in(PARTITIONS),
        new Option("tls", "FILE", "encrypts, with the key and certificate of a PKCS12 file"),
        new Option("faults", "SEED", "has every kind of fault happen, as the seed decides")
            .in(SEED),
        new Option("clock-ms", "N", "how far faults may set its clock off at most; by default, any")
            .in(CLOCK_MS),
        new Option(
                "like-the-service",
                "SEED",
                "has replicas lag, answers take their time, partitions be limited and indexes be"
                    + " built slowly, as Azure documents it")
            .in(SEED),
        new Option(
                "orders",
                "stdin",
                "takes orders line by line until the input ends: disturb, calm, counts,"
                    + " split DATABASE CONTAINER, failover MILLISECONDS; the faults wait for"
                    + " 'disturb' then")
            .oneOf());
  }

  @Override
  public int run(Arguments arguments, Screen screen) {
    List<String> words = new ArrayList<>();
    add(words, "port", String.valueOf(arguments.number("port")));
    for (String name : FORWARDED) {
      arguments.option(name).ifPresent(value -> add(words, name, value));
    }
    return CosmosLocal.run(
        words, line -> screen.line(PREFIX + line), screen::line, signal.get(), input);
  }

  private static void add(List<String> words, String name, String value) {
    words.add("--" + name);
    words.add(value);
  }
}
