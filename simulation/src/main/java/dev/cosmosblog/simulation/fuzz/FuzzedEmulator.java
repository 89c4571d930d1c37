package dev.cosmosblog.simulation.fuzz;

import dev.cosmosblog.testsupport.ChildProcess;
import dev.cosmoslocal.LocalCosmos;
import dev.cosmoslocal.request.ConnectionLimits;
import dev.cosmoslocal.request.WorkLimits;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;

/**
 * The emulator in its own process, with a heap of 256 MB and 64 MB of direct memory. {@link #main}
 * is the process.
 */
final class FuzzedEmulator implements AutoCloseable {
  private static final List<String> OPTIONS =
      List.of(
          "-Xmx256m",
          "-XX:+UseSerialGC",
          "-XX:MaxDirectMemorySize=64m",
          // Netty's buffers count as the JDK's own do.
          "-Dio.netty.maxDirectMemory=0");
  private static final int MAX_FAILURES = 1_000;
  private static final int TRACE_LINES = 8;
  private static final String ENDPOINT = "endpoint ";
  private static final String GAUGE = "gauge ";
  private static final String STOOD_STILL = "stood still for ms: ";
  private static final long TICK_NANOS = 10_000_000;
  private static final long LONG_TICK_NANOS = 100_000_000;

  /** How much later than a response the line about a standstill may come. */
  private static final long LAG_NANOS = 1_000_000_000;

  private static final Pattern ERROR =
      Pattern.compile("java\\.lang\\.(OutOfMemory|StackOverflow)Error.*");

  /**
   * The serial collector leaves up to 5 % of the heap as garbage where it is, except in each fourth
   * collection, and the least of four counts (JDK, MarkSweepAlwaysCompactCount).
   */
  private static final int COLLECTIONS = 4;

  private final ChildProcess process;
  private final String key;
  private final int port;

  /** When each standstill was reported, and its nanoseconds. */
  private final ConcurrentSkipListMap<Long, Long> standstills = new ConcurrentSkipListMap<>();

  // Guarded by failures.
  private final List<String> failures = new ArrayList<>();
  private boolean named = true;
  private long errors;

  /**
   * The memory and the threads of the process after a garbage collection.
   *
   * @param heap the bytes of the heap in use
   * @param direct the bytes of direct memory
   * @param threads the number of threads
   */
  record Gauge(long heap, long direct, int threads) {}

  FuzzedEmulator(String key) throws IOException, InterruptedException {
    this.key = key;
    this.process =
        ChildProcess.start(ChildProcess.java(FuzzedEmulator.class, OPTIONS, key), this::onLine);
    this.port = URI.create(process.awaitLine(ENDPOINT)).getPort();
  }

  /** Runs the emulator until the input ends; prints the memory and the threads for each line. */
  public static void main(String[] arguments) throws IOException {
    PrintStream out = System.out;
    LocalCosmos emulator =
        LocalCosmos.builder()
            .key(arguments[0])
            .connectionLimits(ConnectionLimits.DEFAULT.withArrival(Duration.ofSeconds(2)))
            .workLimits(WorkLimits.DEFAULT.withQueryTime(Duration.ofSeconds(2)))
            .scriptTime(Duration.ofSeconds(1))
            .start();
    try (emulator;
        BufferedReader orders =
            new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
      Thread watch = new Thread(() -> watch(out), "standstills");
      watch.setDaemon(true);
      watch.start();
      out.println(ENDPOINT + emulator.endpoint());
      while (orders.readLine() != null) {
        out.println(GAUGE + gauge());
      }
    }
  }

  /** Prints when the whole process stood still, for a garbage collection or for a busy machine. */
  private static void watch(PrintStream out) {
    long last = System.nanoTime();
    while (true) {
      LockSupport.parkNanos(TICK_NANOS);
      long now = System.nanoTime();
      if (now - last > LONG_TICK_NANOS) {
        out.println(STOOD_STILL + (now - last) / 1_000_000);
      }
      last = now;
    }
  }

  private static String gauge() {
    long heap = Long.MAX_VALUE;
    for (int i = 0; i < COLLECTIONS; i++) {
      System.gc();
      heap = Math.min(heap, ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
    }
    long direct =
        ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
            .filter(pool -> pool.getName().equals("direct"))
            .mapToLong(BufferPoolMXBean::getMemoryUsed)
            .sum();
    return heap + " " + direct + " " + ManagementFactory.getThreadMXBean().getThreadCount();
  }

  /** Records standstills, and the first lines of each failure that is logged. */
  private void onLine(String line) {
    if (line.startsWith(STOOD_STILL)) {
      long millis = Long.parseLong(line.substring(STOOD_STILL.length()));
      standstills.put(System.nanoTime(), millis * 1_000_000);
      return;
    }
    synchronized (failures) {
      if (line.contains(" request failed.")) {
        named = false;
      } else if (!named) {
        named = true;
        errors += ERROR.matcher(line).matches() ? 1 : 0;
        if (failures.size() < MAX_FAILURES) {
          failures.add(line);
        }
      } else if (line.startsWith("\tat ") && !failures.isEmpty()) {
        int last = failures.size() - 1;
        if (failures.get(last).lines().count() < TRACE_LINES) {
          failures.set(last, failures.get(last) + "\n" + line);
        }
      }
    }
  }

  int port() {
    return port;
  }

  String key() {
    return key;
  }

  boolean isRunning() {
    return process.isRunning();
  }

  /** Returns for how many nanoseconds the process stood still between two times. */
  long standstill(long from, long to) {
    return standstills.subMap(from, to + LAG_NANOS).values().stream()
        .mapToLong(Long::longValue)
        .sum();
  }

  /** Returns the failed requests that the emulator logged, with the first lines of the trace. */
  List<String> failures() {
    synchronized (failures) {
      return List.copyOf(failures);
    }
  }

  /** Returns how many of these failures ran out of memory or of stack. */
  long errors() {
    synchronized (failures) {
      return errors;
    }
  }

  /** Collects garbage in the process and measures. */
  Gauge measure() throws IOException, InterruptedException {
    process.send("gauge");
    String[] numbers = process.awaitLine(GAUGE).split(" ");
    return new Gauge(
        Long.parseLong(numbers[0]), Long.parseLong(numbers[1]), Integer.parseInt(numbers[2]));
  }

  @Override
  public void close() {
    process.close();
  }
}
