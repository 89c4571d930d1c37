package dev.cosmoslocal.app;

import dev.cosmoslocal.DataDirectoryException;
import dev.cosmoslocal.LocalCosmos;
import dev.cosmoslocal.LocalCosmosBuilder;
import dev.cosmoslocal.SettableClock;
import dev.cosmoslocal.Setting;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;

/** Runs an emulator on a port until it is stopped. */
public final class CosmosLocal {
  /** The exit code of unexpected failures. */
  static final int FAILED = 1;

  /** The exit code for invalid options and files and for ports in use. */
  private static final int MISUSED = 2;

  private static final int MAX_CLOCK_MILLIS = 3_600_000;
  private static final String KEY_VARIABLE = "COSMOS_LOCAL_KEY";

  private final CommandLine commandLine;
  private final Consumer<String> out;

  private CosmosLocal(CommandLine commandLine, Consumer<String> out) {
    this.commandLine = commandLine;
    this.out = out;
  }

  /**
   * Runs the program, and exits the process with its code.
   *
   * @param words the command-line arguments
   */
  public static void main(String[] words) {
    Stop stop = Stop.ofProcess();
    System.exit(run(List.of(words), System.out::println, System.err::println, stop, System.in));
  }

  /**
   * Runs an emulator until it is stopped.
   *
   * @param words the command-line arguments
   * @param out receives the lines of its output
   * @param err receives the error message
   * @param stop stops the program, and is notified when it has ended
   * @param orders the input with commands, used with {@code --orders}
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
      if (key().isPresent()) {
        out.accept("key as given");
      } else {
        out.accept("key " + emulator.key());
        out.accept("connection-string " + emulator.connectionString());
      }
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

  /** Sets the faults, and returns the reader of commands if {@code --orders} was given. */
  private Optional<Orders> disturb(LocalCosmosBuilder builder) {
    boolean ordered = commandLine.has(Option.ORDERS);
    if (!commandLine.text(Option.ORDERS.name()).orElse("stdin").equals("stdin")) {
      throw new IllegalArgumentException("--orders: the value must be stdin");
    }
    SettableClock clock = SettableClock.runningWith(Clock.systemUTC());
    builder.clock(clock(clock));
    OptionalInt seed = commandLine.number(Option.FAULTS, Integer.MAX_VALUE);
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
    OptionalInt most = commandLine.number(Option.CLOCK_MS, MAX_CLOCK_MILLIS);
    return most.isEmpty()
        ? clock
        : new FaultSchedule.BoundedClock(clock, Duration.ofMillis(most.getAsInt()));
  }

  /** Checks the folders before the start, because an export would fail only at the end. */
  private void checkFolders(Optional<Path> export) {
    commandLine
        .text("contents")
        .filter(contents -> !Files.isDirectory(Path.of(contents)))
        .ifPresent(
            contents -> {
              throw new IllegalArgumentException("--contents: " + contents + " is not a directory");
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
    for (Setting setting : Setting.values()) {
      value(setting).ifPresent(value -> set(builder, setting, value));
    }
    return builder;
  }

  private Optional<String> value(Setting setting) {
    return setting == Setting.KEY
        ? key()
        : commandLine
            .text(setting.optionName())
            .or(() -> Optional.ofNullable(Option.DEFAULTS.get(setting)));
  }

  private static void set(LocalCosmosBuilder builder, Setting setting, String value) {
    try {
      setting.apply(builder, value);
    } catch (IllegalArgumentException e) {
      String origin = setting.optionName() + (setting == Setting.KEY ? " or " + KEY_VARIABLE : "");
      throw new IllegalArgumentException("--%s: %s".formatted(origin, e.getMessage()), e);
    }
  }

  /** An empty variable counts as missing because container settings often contain one. */
  private Optional<String> key() {
    return commandLine
        .text("key")
        .or(() -> Optional.ofNullable(System.getenv(KEY_VARIABLE)).filter(key -> !key.isEmpty()));
  }
}
