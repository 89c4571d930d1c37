package dev.cosmosblog.simulation.chaos;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Measures the heap in use after a garbage collection at the beginning and after each minute: that
 * of this process, with the stores and the log of all commands, and that of the first host, once it
 * has shown it.
 */
final class HeapGauge implements Runnable {
  private static final double MEGABYTE = 1_000_000.0;
  private static final double NANOS_PER_MINUTE = 60e9;

  private final HostProcesses hosts;
  private final CountDownLatch stop;

  /** Guarded by this. */
  private final List<Heap> measured = new ArrayList<>();

  HeapGauge(HostProcesses hosts, CountDownLatch stop) {
    this.hosts = hosts;
    this.stop = stop;
  }

  /** The heaps after a minute; that of a host is unknown for some seconds after its start. */
  record Heap(
      int minute,
      double megabytes,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Double hostMegabytes) {}

  synchronized List<Heap> measured() {
    return List.copyOf(measured);
  }

  static String line(List<Heap> heaps) {
    return heaps.stream()
        .map(
            heap ->
                heap.hostMegabytes() == null
                    ? String.format(Locale.ROOT, "%.0f", heap.megabytes())
                    : String.format(
                        Locale.ROOT, "%.0f (host %.0f)", heap.megabytes(), heap.hostMegabytes()))
        .collect(Collectors.joining(", ", "", " MB at the start and after each minute"));
  }

  @Override
  public void run() {
    try {
      long start = System.nanoTime();
      int minute = 0;
      do {
        measure(minute++);
      } while (!stop.await(1, TimeUnit.MINUTES));
      // The end of a run in whole minutes comes at about the time of the last measurement.
      if (Math.round((System.nanoTime() - start) / NANOS_PER_MINUTE) >= minute) {
        measure(minute);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized void measure(int minute) {
    System.gc();
    long bytes = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    double megabytes = Math.round(bytes / MEGABYTE * 10) / 10.0;
    measured.add(new Heap(minute, megabytes, hosts.heap(0).orElse(null)));
  }
}
