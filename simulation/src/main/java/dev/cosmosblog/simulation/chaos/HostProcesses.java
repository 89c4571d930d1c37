package dev.cosmosblog.simulation.chaos;

import dev.cosmosblog.examples.blog.Endpoint;
import dev.cosmosblog.simulation.chaos.CommandLog.Journal;
import dev.cosmosblog.testsupport.ChildProcess;
import dev.cosmosblog.testsupport.LocalCertificate;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** The processes that run the change feed. Thread-safe. */
final class HostProcesses implements AutoCloseable {
  private static final int LINES = 20_000;

  /** The options of a virtual machine that starts quickly and needs little memory. */
  private static final List<String> OPTIONS =
      List.of(
          "-Xmx192m",
          "-XX:+UseSerialGC",
          "-XX:TieredStopAtLevel=1",
          "-Xshare:auto",
          "-D" + LocalCertificate.UNCHECKED + "=true");

  private final Endpoint endpoint;
  private final int count;
  private final Journal journal;

  /** Guarded by this. */
  private final Map<Integer, ChildProcess> hosts = new HashMap<>();

  /** The hosts that have reported their start; guarded by this. */
  private final Set<Integer> started = new TreeSet<>();

  /** Guarded by this. */
  private final Deque<String> lines = new ArrayDeque<>();

  /** The heap that each host showed last; guarded by this. */
  private final Map<Integer, Double> heap = new HashMap<>();

  /** Guarded by this. */
  private final Set<String> deadLetters = new HashSet<>();

  HostProcesses(Endpoint endpoint, int count, Journal journal) {
    this.endpoint = endpoint;
    this.count = count;
    this.journal = journal;
  }

  /** Starts a host, if it does not run. */
  synchronized void start(int number) throws IOException {
    ChildProcess before = hosts.get(number);
    if (before != null && before.isRunning()) {
      return;
    }
    if (before != null) {
      before.close();
    }
    started.remove(number);
    heap.remove(number);
    long ahead = ChaosSettings.clockOffset(number, count).toMillis();
    ProcessBuilder command =
        ChildProcess.java(
            ChaosHost.class,
            OPTIONS,
            endpoint.uri().toString(),
            endpoint.key(),
            String.valueOf(ahead));
    hosts.put(number, ChildProcess.start(command, line -> onLine(number, line)));
  }

  /** Returns the megabytes of a host's heap after its last garbage collection, once it is known. */
  synchronized Optional<Double> heap(int number) {
    return Optional.ofNullable(heap.get(number));
  }

  private synchronized void onLine(int number, String line) {
    if (line.startsWith(ChaosHost.DEAD_LETTER)) {
      String rest = line.substring(ChaosHost.DEAD_LETTER.length());
      deadLetters.add(rest.substring(0, rest.indexOf(' ')));
    } else if (line.startsWith(ChaosHost.HEAP)) {
      heap.put(number, Double.valueOf(line.substring(ChaosHost.HEAP.length())));
    } else if (line.equals(ChaosHost.STARTED)) {
      started.add(number);
      notifyAll();
    }
    lines.add("%8.3f s  host %d  %s".formatted(journal.now().toNanos() / 1e9, number, line));
    if (lines.size() > LINES) {
      lines.remove();
    }
  }

  /** Ends a host with SIGKILL. */
  synchronized void kill(int number) {
    ChildProcess host = hosts.get(number);
    if (host != null) {
      started.remove(number);
      host.close();
      onLine(number, "-- killed");
    }
  }

  synchronized List<Integer> started() {
    return List.copyOf(started);
  }

  /** Waits until that many hosts have started; returns whether they did in time. */
  synchronized boolean awaitStarted(int count, Duration timeout) throws InterruptedException {
    long end = System.nanoTime() + timeout.toNanos();
    while (started.size() < count) {
      long left = (end - System.nanoTime()) / 1_000_000;
      if (left <= 0) {
        return false;
      }
      wait(left);
    }
    return true;
  }

  synchronized Set<String> deadLetters() {
    return Set.copyOf(deadLetters);
  }

  synchronized Collection<String> lines() {
    return List.copyOf(lines);
  }

  /** Asks all hosts to end, as a deployment would; returns how many did not end in time. */
  int stop(Duration timeout) {
    List<ChildProcess> all;
    synchronized (this) {
      all = List.copyOf(hosts.values());
    }
    int late = 0;
    for (ChildProcess host : all) {
      late += !host.isRunning() || host.stop(timeout) ? 0 : 1;
    }
    return late;
  }

  @Override
  public synchronized void close() {
    hosts.values().forEach(ChildProcess::close);
  }
}
