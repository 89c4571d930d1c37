package dev.cosmosblog.simulation.fuzz;

import dev.cosmosblog.testsupport.process.Child;
import dev.cosmosblog.testsupport.process.JavaProgram;
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
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An account in a process of its own, with a heap of 256 MB and 64 MB of direct memory. It ends
 * with this process, however that ends. {@link #main} is the process.
 */
final class FuzzedAccount implements AutoCloseable {
  private static final List<String> OPTIONS =
      List.of(
          "-Xmx256m",
          "-XX:+UseSerialGC",
          "-XX:MaxDirectMemorySize=64m",
          // Netty's buffers count as the JDK's own do.
          "-Dio.netty.maxDirectMemory=0");
  private static final int PATIENCE_SECONDS = 60;
  private static final int MAX_FAILURES = 1_000;
  private static final String ENDPOINT = "account: endpoint ";
  private static final String GAUGE = "account: gauge ";
  private static final String STOOD_STILL = "account: stood still for ms: ";
  private static final long TICK_NANOS = 10_000_000;
  private static final long LONG_TICK_NANOS = 100_000_000;

  /** How much later than an answer the line about a standstill may come. */
  private static final long LAG_NANOS = 1_000_000_000;

  private static final Pattern ERROR =
      Pattern.compile("java\\.lang\\.(OutOfMemory|StackOverflow)Error.*");

  /**
   * The serial collector leaves up to 5 % of the heap as garbage where it is, except in each fourth
   * collection, and the least of four counts (JDK, MarkSweepAlwaysCompactCount).
   */
  private static final int COLLECTIONS = 4;

  private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
  private final Child process;
  private final String key;
  private final int port;

  /** When each standstill was heard of, and its nanoseconds. */
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

  FuzzedAccount(String key) throws IOException, InterruptedException {
    this.key = key;
    this.process =
        Child.start(JavaProgram.command(FuzzedAccount.class, OPTIONS, List.of(key)), this::take);
    this.port = URI.create(next(ENDPOINT)).getPort();
  }

  /**
   * Runs an account until the input ends, and answers each line with the memory and the threads.
   *
   * @param words the key
   * @throws IOException if the input can't be read
   */
  public static void main(String[] words) throws IOException {
    PrintStream out = System.out;
    LocalCosmos account =
        LocalCosmos.builder()
            .key(words[0])
            .connectionLimits(ConnectionLimits.DEFAULT.withArrival(Duration.ofSeconds(2)))
            .workLimits(WorkLimits.DEFAULT.withQueryTime(Duration.ofSeconds(2)))
            .scriptTime(Duration.ofSeconds(1))
            .start();
    try (account;
        BufferedReader orders =
            new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
      Thread watch = new Thread(() -> watch(out), "standstills");
      watch.setDaemon(true);
      watch.start();
      out.println(ENDPOINT + account.endpoint());
      while (orders.readLine() != null) {
        out.println(GAUGE + gauge());
      }
    }
  }

  /**
   * Tells when the whole process stood still: while garbage was collected, or the machine had no
   * processor for it.
   */
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

  /** Keeps answers, and of the log the first line of each failure. */
  private void take(String line) {
    if (line.startsWith(STOOD_STILL)) {
      long millis = Long.parseLong(line.substring(STOOD_STILL.length()));
      standstills.put(System.nanoTime(), millis * 1_000_000);
      return;
    }
    if (line.startsWith("account: ")) {
      lines.add(line);
      return;
    }
    synchronized (failures) {
      if (line.contains(" request failed.")) {
        named = false;
      } else if (!named) {
        named = true;
        Matcher error = ERROR.matcher(line);
        if (error.matches()) {
          errors++;
        }
        if (failures.size() < MAX_FAILURES) {
          failures.add(line);
        }
      } else if (line.startsWith("\tat ")
          && !failures.isEmpty()
          && failures.size() < MAX_FAILURES) {
        int last = failures.size() - 1;
        if (failures.get(last).lines().count() < 8) {
          failures.set(last, failures.get(last) + "\n" + line);
        }
      }
    }
  }

  private String next(String beginning) throws IOException, InterruptedException {
    String line = lines.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
    if (line == null || !line.startsWith(beginning)) {
      throw new IOException("The account's process does not answer: " + line);
    }
    return line.substring(beginning.length());
  }

  int port() {
    return port;
  }

  String key() {
    return key;
  }

  boolean running() {
    return process.running();
  }

  /** For how many nanoseconds the process stood still between two times of this process. */
  long standstill(long from, long to) {
    return standstills.subMap(from, to + LAG_NANOS).values().stream()
        .mapToLong(Long::longValue)
        .sum();
  }

  /** The failures of requests that the account logged, with the beginning of the trace. */
  List<String> failures() {
    synchronized (failures) {
      return List.copyOf(failures);
    }
  }

  /** How many of these were errors of the virtual machine: out of memory, or of the stack. */
  long errors() {
    synchronized (failures) {
      return errors;
    }
  }

  /** Collects garbage in the process and measures. */
  Gauge measure() throws IOException, InterruptedException {
    process.say("gauge");
    String[] numbers = next(GAUGE).split(" ");
    return new Gauge(
        Long.parseLong(numbers[0]), Long.parseLong(numbers[1]), Integer.parseInt(numbers[2]));
  }

  @Override
  public void close() {
    process.close();
  }
}
