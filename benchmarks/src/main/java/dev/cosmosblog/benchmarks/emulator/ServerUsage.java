package dev.cosmosblog.benchmarks.emulator;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The resources that a server's process takes. Processor time is known everywhere, its parts on
 * Linux only, from {@code /proc}: zero elsewhere. Not thread-safe.
 */
final class ServerUsage {
  /** Of USER_HZ, which is 100 in every ABI of Linux that Java runs on. */
  private static final long TICK_MICROS = 10_000;

  private static final int USER_TIME = 11;
  private static final int SYSTEM_TIME = 12;
  private static final Pattern COMPILER = Pattern.compile("C[12] Compiler");
  private static final String SWITCHES = "voluntary_ctxt_switches:";
  private static final String RESIDENT = "VmRSS:";

  private final ProcessHandle process;
  private final Path tasks;

  /** The latest counts of each thread: those of one that has ended stay. */
  private final Map<String, Thread> threads = new HashMap<>();

  ServerUsage(ProcessHandle process) {
    this.process = process;
    this.tasks = Path.of("/proc", String.valueOf(process.pid()), "task");
  }

  private record Thread(boolean compiles, long ticks, long switches) {}

  /**
   * The usage so far.
   *
   * @param processor processor time of all threads, in steps of 10 ms on Linux
   * @param kernel the part of it that the system's kernel takes, for calls by this process
   * @param compiling the part of it that a virtual machine compiles in
   * @param wakeUps how often a thread slept, which is how often one was woken
   */
  record Reading(Duration processor, Duration kernel, Duration compiling, long wakeUps) {
    Reading minus(Reading earlier) {
      return new Reading(
          processor.minus(earlier.processor),
          kernel.minus(earlier.kernel),
          compiling.minus(earlier.compiling),
          wakeUps - earlier.wakeUps);
    }

    Reading plus(Reading other) {
      return new Reading(
          processor.plus(other.processor),
          kernel.plus(other.kernel),
          compiling.plus(other.compiling),
          wakeUps + other.wakeUps);
    }
  }

  static final Reading NOTHING = new Reading(Duration.ZERO, Duration.ZERO, Duration.ZERO, 0);

  Reading read() {
    if (Files.isDirectory(tasks)) {
      try (Stream<Path> all = Files.list(tasks)) {
        all.forEach(this::count);
      } catch (IOException ended) {
        // The process has ended.
      }
    }
    long compiling = 0;
    long switches = 0;
    for (Thread thread : threads.values()) {
      compiling += thread.compiles ? thread.ticks : 0;
      switches += thread.switches;
    }
    return new Reading(
        process.info().totalCpuDuration().orElse(Duration.ZERO),
        ticks(kernelTicks()),
        ticks(compiling),
        switches);
  }

  private static Duration ticks(long count) {
    return Duration.of(count * TICK_MICROS, ChronoUnit.MICROS);
  }

  private long kernelTicks() {
    try {
      return Long.parseLong(numbers(tasks.resolveSibling("stat"))[SYSTEM_TIME]);
    } catch (IOException elsewhere) {
      return 0;
    }
  }

  /** The fields of a process or a thread behind its name, which may contain anything. */
  private static String[] numbers(Path stat) throws IOException {
    String line = Files.readString(stat);
    return line.substring(line.lastIndexOf(')') + 2).split(" ");
  }

  private void count(Path task) {
    try {
      String name = Files.readString(task.resolve("comm"));
      String[] fields = numbers(task.resolve("stat"));
      long ticks = Long.parseLong(fields[USER_TIME]) + Long.parseLong(fields[SYSTEM_TIME]);
      long switches = number(task.resolve("status"), SWITCHES);
      threads.put(
          task.getFileName().toString(),
          new Thread(COMPILER.matcher(name).lookingAt(), ticks, switches));
    } catch (IOException ended) {
      // The thread has ended.
    }
  }

  private static long number(Path status, String name) throws IOException {
    List<String> lines = Files.readAllLines(status);
    return lines.stream()
        .filter(line -> line.startsWith(name))
        .mapToLong(line -> Long.parseLong(line.substring(name.length()).replaceAll("\\D", "")))
        .findFirst()
        .orElse(0);
  }

  /** The memory that the process has now, in MiB; zero if the system doesn't report it. */
  double residentMiB() {
    try {
      return number(tasks.resolveSibling("status"), RESIDENT) / 1024.0;
    } catch (IOException elsewhere) {
      return 0;
    }
  }
}
