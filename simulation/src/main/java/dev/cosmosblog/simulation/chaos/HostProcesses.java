package dev.cosmosblog.simulation.chaos;

import dev.cosmosblog.examples.blog.Endpoint;
import dev.cosmosblog.examples.host.Host;
import dev.cosmosblog.simulation.chaos.CommandLog.Journal;
import dev.cosmosblog.testsupport.process.Child;
import dev.cosmosblog.testsupport.process.JavaProgram;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Processes that run the change feed. Safe for many threads. */
final class HostProcesses implements AutoCloseable {
  private static final Pattern DEAD_LETTER =
      Pattern.compile("host: passed over item '(.*?)' of .*");
  private static final Pattern HEAP = Pattern.compile("host: heap ([\\d.]+) MB");
  private static final String STARTED = "host: started";
  private static final int LINES = 20_000;
  private static final int HEAP_SECONDS = 20;

  /** A virtual machine that starts quickly and takes little. */
  private static final List<String> OPTIONS =
      List.of("-Xmx192m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xshare:auto");

  private final List<String> words;
  private final int count;
  private final Journal journal;

  /** Guarded by this. */
  private final Map<Integer, Child> hosts = new HashMap<>();

  /** The hosts that have reported their start; guarded by this. */
  private final Set<Integer> started = new TreeSet<>();

  /** Guarded by this. */
  private final Deque<String> lines = new ArrayDeque<>();

  /** The heap that each host showed last; guarded by this. */
  private final Map<Integer, Double> heap = new HashMap<>();

  /** Guarded by this. */
  private final Set<String> deadLetters = new HashSet<>();

  HostProcesses(Endpoint endpoint, String database, int count, Journal journal) {
    this.count = count;
    this.journal = journal;
    this.words =
        List.of(
            "--endpoint", endpoint.uri().toString(),
            "--key", endpoint.key(),
            "--database", database,
            "--poll-ms", String.valueOf(ChaosSettings.POLL.toMillis()),
            "--batch-size", String.valueOf(ChaosSettings.BATCH_SIZE),
            "--front-page-size", String.valueOf(ChaosSettings.FRONT_PAGE_SIZE),
            "--lease-seconds", String.valueOf(ChaosSettings.LEASE.toSeconds()),
            "--max-replica-lag-ms", String.valueOf(ChaosSettings.SETTLE.toMillis()),
            "--heap-seconds", String.valueOf(HEAP_SECONDS));
  }

  /** Starts a host, if it does not run. */
  synchronized void start(int number) throws IOException {
    Child before = hosts.get(number);
    if (before != null && before.running()) {
      return;
    }
    if (before != null) {
      before.close();
    }
    started.remove(number);
    heap.remove(number);
    List<String> all = new ArrayList<>(words);
    all.add("--clock-ms");
    all.add(String.valueOf(ChaosSettings.clockOffset(number, count).toMillis()));
    hosts.put(
        number,
        Child.start(JavaProgram.command(Host.class, OPTIONS, all), line -> heard(number, line)));
  }

  /** Returns the megabytes of a host's heap after its last garbage collection, once it is known. */
  synchronized Optional<Double> heap(int number) {
    return Optional.ofNullable(heap.get(number));
  }

  private synchronized void heard(int number, String line) {
    Matcher aside = DEAD_LETTER.matcher(line);
    if (aside.matches()) {
      deadLetters.add(aside.group(1));
    }
    Matcher used = HEAP.matcher(line);
    if (used.matches()) {
      heap.put(number, Double.valueOf(used.group(1)));
    }
    if (line.equals(STARTED)) {
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
    Child host = hosts.get(number);
    if (host != null) {
      started.remove(number);
      host.close();
      heard(number, "-- killed");
    }
  }

  /** Returns the hosts that have started. */
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
    List<Child> all;
    synchronized (this) {
      all = List.copyOf(hosts.values());
    }
    int late = 0;
    for (Child host : all) {
      late += !host.running() || host.stop(timeout) ? 0 : 1;
    }
    return late;
  }

  @Override
  public synchronized void close() {
    hosts.values().forEach(Child::close);
  }
}
