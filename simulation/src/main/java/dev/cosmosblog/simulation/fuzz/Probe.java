package dev.cosmosblog.simulation.fuzz;

import dev.cosmosblog.examples.blog.Latencies;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.LongBinaryOperator;
import java.util.function.Supplier;

/**
 * Reads one item again and again over its own connection, and measures how long each read takes.
 */
final class Probe implements Runnable {
  private static final long PAUSE_NANOS = 20_000_000;
  private static final int OK = 200;

  private final int port;
  private final Supplier<byte[]> read;
  private final Duration bound;
  private final FuzzFindings findings;
  private final BooleanSupplier ended;

  // Confined to the probe's thread, and read when that has ended.
  private final Latencies latencies = new Latencies();
  private int late;
  private final List<Slow> slow = new ArrayList<>();

  /**
   * Creates a probe.
   *
   * @param port the emulator's port on 127.0.0.1
   * @param bound how long a read may take
   * @param findings take a violation for each read that fails
   * @param ended whether the run is over
   */
  Probe(
      int port,
      Supplier<byte[]> read,
      Duration bound,
      FuzzFindings findings,
      BooleanSupplier ended) {
    this.port = port;
    this.read = read;
    this.bound = bound;
    this.findings = findings;
    this.ended = ended;
  }

  /** A read that took longer than the bound. */
  private record Slow(long begin, long end) {}

  /**
   * The times of the reads in milliseconds.
   *
   * @param reads how many there were
   * @param p50 the median
   * @param p99 the 99th percentile
   * @param max the longest
   * @param slow how many were over the bound
   * @param late how many exceeded the limit because of the emulator
   */
  record Times(int reads, double p50, double p99, double max, int slow, int late) {}

  /**
   * Reports each read over the limit as a violation, unless the emulator's process was paused
   * meanwhile.
   *
   * @param standstill the nanoseconds of its pauses between two times
   */
  void judge(LongBinaryOperator standstill) {
    for (Slow read : slow) {
      long still = standstill.applyAsLong(read.begin(), read.end());
      if (read.end() - read.begin() - still > bound.toNanos()) {
        late++;
        findings.violation(
            "The probe's read took %d ms, of which the process stood still for %d ms."
                .formatted((read.end() - read.begin()) / 1_000_000, still / 1_000_000));
      }
    }
  }

  @Override
  public void run() {
    while (!ended.getAsBoolean()) {
      try (Socket socket = new Socket()) {
        socket.setTcpNoDelay(true);
        // Longer than the bound: how late it comes is of interest.
        socket.setSoTimeout((int) bound.multipliedBy(30).toMillis());
        socket.connect(new InetSocketAddress("127.0.0.1", port));
        InputStream in = new BufferedInputStream(socket.getInputStream());
        while (!ended.getAsBoolean()) {
          measure(socket, in);
          LockSupport.parkNanos(PAUSE_NANOS);
        }
      } catch (IOException e) {
        findings.violation("The probe's read failed: " + e);
        LockSupport.parkNanos(PAUSE_NANOS);
      }
    }
  }

  private void measure(Socket socket, InputStream in) throws IOException {
    long begin = System.nanoTime();
    socket.getOutputStream().write(read.get());
    FuzzResponse answer = FuzzResponse.read(in, "GET");
    long took = System.nanoTime() - begin;
    if (answer == null || answer.status() != OK) {
      throw new IOException("the response is " + (answer == null ? "none" : answer.status()));
    }
    latencies.record(took);
    if (took > bound.toNanos()) {
      slow.add(new Slow(begin, begin + took));
    }
  }

  Times times() {
    int reads = Math.toIntExact(latencies.count());
    return new Times(reads, tenths(50), tenths(99), tenths(100), slow.size(), late);
  }

  private double tenths(double percent) {
    return Math.round(latencies.ms(percent) * 10) / 10.0;
  }
}
