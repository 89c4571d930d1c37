package dev.cosmoslocal.app;

import dev.cosmoslocal.DataDirectoryException;
import dev.cosmoslocal.Durability;
import dev.cosmoslocal.LocalCosmos;
import dev.cosmoslocal.LocalCosmosBuilder;
import dev.cosmoslocal.SettableClock;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Consumer;

/** Runs an account on a port until it is stopped. */
public final class CosmosLocal {
  /** The exit code of a failure that nobody foresaw. */
  static final int FAILED = 1;

  /** The exit code for wrong options, files and ports. */
  private static final int MISUSED = 2;

  private static final int USUAL_PORT = 8_081;
  private static final String KEY_VARIABLE = "COSMOS_LOCAL_KEY";

  private final CommandLine commandLine;
  private final Consumer<String> out;

  private CosmosLocal(CommandLine commandLine, Consumer<String> out) {
    this.commandLine = commandLine;
    this.out = out;
  }

  /**
   * An option of the command line.
   *
   * @param name the name, without dashes
   * @param value what stands for its value in the help; empty if it has none
   * @param meaning what it does
   * @param repeatable whether it may be given several times
   * @param number whether its value is a whole number, from {@code least} to {@code most}
   * @param least the least number
   * @param most the greatest number
   */
  public record OptionText(
      String name,
      String value,
      String meaning,
      boolean repeatable,
      boolean number,
      int least,
      int most) {}

  /**
   * The options of the command line, for a program that runs an account as this one does.
   *
   * @return in the order of the help, without that of the help and that of the version
   */
  public static List<OptionText> options() {
    return Arrays.stream(Option.values())
        .filter(option -> option != Option.HELP && option != Option.VERSION)
        .map(Option::described)
        .toList();
  }

  /**
   * Runs it as a program.
   *
   * @param words the command line
   */
  public static void main(String[] words) {
    Stop stop = Stop.ofProcess();
    System.exit(run(List.of(words), System.out::println, System.err::println, stop, System.in));
  }

  /**
   * Runs an account until it is stopped.
   *
   * @param words the command line
   * @param out takes the lines that it writes
   * @param err takes the sentence that says what is wrong
   * @param stop tells it to end, and is told when it has ended
   * @param orders the orders, if the command line asks for them
   * @return the exit code: 0, or 2 if the command line or a file is wrong or in use
   */
  public static int run(
      List<String> words,
      Consumer<String> out,
      Consumer<String> err,
      Stop stop,
      InputStream orders) {
    int code = FAILED;
    try {
      code = serve(words, out, stop, orders);
    } catch (IllegalArgumentException | UncheckedIOException misuse) {
      err.accept(String.valueOf(misuse.getMessage()));
      code = MISUSED;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      stop.ended(code);
    }
    return code;
  }

  private static int serve(List<String> words, Consumer<String> out, Stop stop, InputStream orders)
      throws InterruptedException {
    CommandLine commandLine = CommandLine.of(words);
    if (commandLine.has(Option.HELP)) {
      out.accept(Option.help());
    } else if (commandLine.has(Option.VERSION)) {
      String version = CosmosLocal.class.getPackage().getImplementationVersion();
      out.accept("cosmos-local " + (version == null ? "(unpacked)" : version));
    } else {
      new CosmosLocal(commandLine, out).serve(stop, orders);
    }
    return 0;
  }

  private void serve(Stop stop, InputStream input) throws InterruptedException {
    Optional<Path> export = commandLine.path(Option.EXPORT);
    checkFolders(export);
    LocalCosmosBuilder builder = builder();
    Optional<Orders> orders = disturb(builder);
    try (LocalCosmos emulator = started(builder)) {
      out.accept("endpoint " + emulator.endpoint());
      // The emulators' key is published. A secret key is never printed.
      out.accept("key " + (key().isEmpty() ? emulator.key() : "as given"));
      emulator.explorer().ifPresent(address -> out.accept("explorer " + address));
      if (orders.isPresent()) {
        Thread reader = new Thread(() -> orders.get().follow(emulator, input, out, stop), "orders");
        reader.setDaemon(true);
        reader.start();
      }
      stop.await();
      export.ifPresent(emulator::export);
    }
    out.accept("stopped");
  }

  /** Sets the faults, and returns the orders that begin and end them, if it takes any. */
  private Optional<Orders> disturb(LocalCosmosBuilder builder) {
    boolean ordered = commandLine.has(Option.ORDERS);
    if (!commandLine.text(Option.ORDERS).orElse("stdin").equals("stdin")) {
      throw new IllegalArgumentException("--orders: they come from stdin only");
    }
    SettableClock clock = SettableClock.runningWith(Clock.systemUTC());
    builder.clock(clock(clock));
    OptionalInt seed = commandLine.number(Option.FAULTS);
    if (seed.isEmpty() && !ordered) {
      return Optional.empty();
    }
    FaultSchedule schedule = FaultSchedule.of(seed.orElse(0), clock, "leases");
    if (!ordered) {
      builder.faults(schedule.plan());
      return Optional.empty();
    }
    Orders orders = new Orders(schedule);
    builder.listener(orders::count);
    return Optional.of(orders);
  }

  private static LocalCosmos started(LocalCosmosBuilder builder) {
    try {
      return builder.start();
    } catch (DataDirectoryException inUse) {
      throw inUse;
    } catch (UncheckedIOException taken) {
      throw new IllegalArgumentException(
          Objects.requireNonNull(taken.getCause()).getMessage(), taken);
    }
  }

  private Clock clock(SettableClock clock) {
    OptionalInt most = commandLine.number(Option.CLOCK_MS);
    return most.isEmpty()
        ? clock
        : new FaultSchedule.BoundedClock(clock, Duration.ofMillis(most.getAsInt()));
  }

  /** Checks at the beginning what would be noticed at the end only. */
  private void checkFolders(Optional<Path> export) {
    commandLine
        .path(Option.SEED)
        .filter(seed -> !Files.isDirectory(seed))
        .ifPresent(
            seed -> {
              throw new IllegalArgumentException("--seed: " + seed + " is not a folder");
            });
    if (export.isPresent()) {
      String[] there = export.get().toFile().list();
      if (there == null ? Files.exists(export.get()) : there.length > 0) {
        throw new IllegalArgumentException(
            "--export: " + export.get() + " must be missing or empty");
      }
    }
  }

  private LocalCosmosBuilder builder() {
    LocalCosmosBuilder builder = LocalCosmos.builder();
    commandLine.number(Option.SERVICE_CONDITIONS).ifPresent(builder::serviceConditions);
    builder
        .port(commandLine.number(Option.PORT).orElse(USUAL_PORT))
        .physicalPartitions(commandLine.number(Option.PARTITIONS).orElse(0))
        .hosts(Set.copyOf(commandLine.all(Option.HOST)));
    if (commandLine.has(Option.ENFORCE_THROUGHPUT)) {
      builder.enforceThroughput(true);
    }
    if (commandLine.has(Option.EXPLORER)) {
      builder.explorer();
    }
    commandLine.text(Option.DURABILITY).map(CosmosLocal::durability).ifPresent(builder::durability);
    commandLine.path(Option.DIRECTORY).ifPresent(builder::directory);
    key().ifPresent(key -> setKey(builder, key));
    commandLine.path(Option.TLS).map(Certificate::read).ifPresent(builder::tls);
    commandLine.path(Option.SEED).ifPresent(builder::contents);
    return builder;
  }

  private static Durability durability(String name) {
    return switch (name) {
      case "process" -> Durability.PROCESS;
      case "power-loss" -> Durability.POWER_LOSS;
      default ->
          throw new IllegalArgumentException("--durability: it must be process or power-loss");
    };
  }

  /** A variable that is set to nothing counts as none, as in a container's settings. */
  private Optional<String> key() {
    return commandLine
        .text(Option.KEY)
        .or(() -> Optional.ofNullable(System.getenv(KEY_VARIABLE)).filter(key -> !key.isEmpty()));
  }

  private static void setKey(LocalCosmosBuilder builder, String key) {
    try {
      builder.key(key);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "The key must be Base64 of one byte or more, in --key or " + KEY_VARIABLE, e);
    }
  }
}
