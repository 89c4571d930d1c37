package dev.cosmosblog.simulation.fuzz;

import dev.cosmosblog.testsupport.ChildProcess;
import dev.cosmoslocal.LocalCosmos;
import dev.cosmoslocal.request.WorkLimits;
import java.io.IOException;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
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
  private static final int MAX_LOG = 500;
  private static final String ENDPOINT = "endpoint ";
  private static final String GAUGE = "gauge ";
  private static final Duration LEAVE_AFTER = Duration.ofMillis(20);
  private static final Pattern ERROR =
      Pattern.compile("java\\.lang\\.(OutOfMemory|StackOverflow)Error.*");

  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final ChildProcess process;
  private final String key;
  private final URI endpoint;

  // Guarded by log.
  private final List<String> log = new ArrayList<>();
  private long errors;

  FuzzedEmulator(String key) throws IOException, InterruptedException {
    this.key = key;
    this.process =
        ChildProcess.start(ChildProcess.java(FuzzedEmulator.class, OPTIONS, key), this::onLine);
    this.endpoint = URI.create(process.awaitLine(ENDPOINT));
  }

  /**
   * The memory and the threads of the process after a garbage collection.
   *
   * @param heapMb the megabytes of the heap in use
   * @param directMb the megabytes of direct memory
   * @param threads the number of threads
   */
  record Gauge(long heapMb, long directMb, int threads) {}

  /** Runs the emulator until the input ends; prints the memory and the threads for each byte. */
  public static void main(String[] arguments) throws IOException {
    try (LocalCosmos emulator =
        LocalCosmos.builder()
            .key(arguments[0])
            .workLimits(WorkLimits.DEFAULT.withQueryTime(Duration.ofSeconds(2)))
            .scriptTime(Duration.ofSeconds(1))
            .start()) {
      System.out.println(ENDPOINT + emulator.endpoint());
      while (System.in.read() >= 0) {
        System.out.println(GAUGE + gauge());
      }
    }
  }

  private static String gauge() {
    System.gc();
    long heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    long direct =
        ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
            .filter(pool -> pool.getName().equals("direct"))
            .mapToLong(BufferPoolMXBean::getMemoryUsed)
            .sum();
    int threads = ManagementFactory.getThreadMXBean().getThreadCount();
    return "%d %d %d".formatted(heap >> 20, direct >> 20, threads);
  }

  /** Collects garbage in the process and measures. */
  Gauge measure() throws IOException, InterruptedException {
    process.send("");
    String[] numbers = process.awaitLine(GAUGE).split(" ");
    return new Gauge(
        Long.parseLong(numbers[0]), Long.parseLong(numbers[1]), Integer.parseInt(numbers[2]));
  }

  private void onLine(String line) {
    synchronized (log) {
      errors += ERROR.matcher(line).matches() ? 1 : 0;
      if (log.size() < MAX_LOG) {
        log.add(line);
      }
    }
  }

  HttpResponse<byte[]> send(WireRequest request) throws IOException, InterruptedException {
    return send(request, "");
  }

  /** Sends a request, and again if the connection was closed before there was a response. */
  HttpResponse<byte[]> send(WireRequest request, String token)
      throws IOException, InterruptedException {
    HttpRequest http = request.toHttp(endpoint, key, token);
    try {
      return client.send(http, BodyHandlers.ofByteArray());
    } catch (HttpTimeoutException e) {
      throw e;
    } catch (IOException closed) {
      return client.send(http, BodyHandlers.ofByteArray());
    }
  }

  /** Sends a request and disconnects before its response is complete. */
  void sendAndLeave(WireRequest request, String token) throws InterruptedException {
    CompletableFuture<?> sent =
        client.sendAsync(request.toHttp(endpoint, key, token), BodyHandlers.discarding());
    try {
      sent.get(LEAVE_AFTER.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      sent.cancel(true);
    } catch (ExecutionException e) {
      // The connection was closed, which doesn't matter here.
    }
  }

  boolean isRunning() {
    return process.isRunning();
  }

  /** Returns the first lines that the process logged. */
  List<String> log() {
    synchronized (log) {
      return List.copyOf(log);
    }
  }

  /** Returns how many requests failed because the process had no more memory or stack. */
  long errors() {
    synchronized (log) {
      return errors;
    }
  }

  @Override
  public void close() {
    process.close();
  }
}
