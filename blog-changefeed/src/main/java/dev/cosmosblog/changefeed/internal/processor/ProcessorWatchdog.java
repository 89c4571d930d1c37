package dev.cosmosblog.changefeed.internal.processor;

import dev.cosmosblog.changefeed.observe.ChangeFeedListener.LeaseMove;
import dev.cosmosblog.store.spi.ChangeProcessor.Lease;
import dev.cosmosblog.store.spi.ChangeProcessor.RangeState;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Restarts one container's processor when it has stopped silently. The SDK doesn't report when one
 * of its loops ends, which acquire leases, renew them and read ranges, but the leases show it. A
 * batch that keeps failing doesn't cause a restart, because the health reports it. Not thread-safe.
 */
public final class ProcessorWatchdog {
  /** The maximum number of consecutive restarts without a heartbeat. */
  static final int MAX_RESTARTS = 8;

  private static final Logger LOG = LoggerFactory.getLogger(ProcessorWatchdog.class);

  /** The wait between the first restart and the second; it doubles with each restart. */
  private static final Duration BACKOFF = Duration.ofSeconds(10);

  private final ChangeFeedProcessorRunner processor;
  private final SourceMonitor monitor;
  private final Clock clock;
  private final String hostName;
  private final Duration stallAfter;
  private final Duration longestWait;

  private Map<String, Seen> seen = new HashMap<>();
  private Map<String, Optional<String>> behind = Map.of();
  private final Map<String, Waiting> waiting = new HashMap<>();
  private Instant quietSince = Instant.MIN;
  private int restartsInARow;
  private Instant nextRestart = Instant.MIN;

  /**
   * @param longestWait how long a range with waiting changes may have the same continuation while
   *     batches are handled
   */
  public ProcessorWatchdog(
      ChangeFeedProcessorRunner processor,
      Clock clock,
      String hostName,
      Duration stallAfter,
      Duration longestWait) {
    this.processor = processor;
    this.monitor = processor.monitor();
    this.clock = clock;
    this.hostName = hostName;
    this.stallAfter = stallAfter;
    this.longestWait = longestWait;
  }

  /** The time since which a lease hasn't changed, by this host's clock. */
  private record Seen(Lease lease, Instant since) {}

  /** The time since which changes of a range of this host have waited at the same continuation. */
  private record Waiting(Optional<String> continuation, Instant since) {
    boolean isAt(Lease lease) {
      return continuation.equals(lease.continuation());
    }
  }

  /**
   * Checks once: one query of the leases, one read of the container's properties and one of
   * changes. If there was no batch for long, or a range hasn't advanced for long, it sends one more
   * request for each range.
   */
  public void look() {
    Instant now = clock.instant();
    monitor.checkPolls();
    if (quietSince.equals(Instant.MIN)) {
      quietSince = now;
    }
    Map<String, Lease> byRange = processor.leases();
    boolean renewed = compare(byRange, now);
    Optional<String> stall = stall(byRange, now);
    if (stall.isPresent()) {
      restart(stall.get(), now);
      return;
    }
    List<Lease> held =
        byRange.values().stream()
            .filter(lease -> lease.heldBy(hostName))
            .sorted(Comparator.comparing(Lease::range))
            .toList();
    if (renewed || (held.isEmpty() && !byRange.isEmpty())) {
      restartsInARow = 0;
      monitor.heartbeat(held.size());
    }
    processor
        .probe(held)
        .ifPresent(
            lease -> waiting.putIfAbsent(lease.range(), new Waiting(lease.continuation(), now)));
  }

  /**
   * Compares the leases with the last check; returns whether one of this host was written since.
   */
  private boolean compare(Map<String, Lease> byRange, Instant now) {
    Map<String, Seen> next = new HashMap<>();
    boolean renewed = false;
    for (Lease lease : byRange.values()) {
      Seen before = seen.get(lease.range());
      boolean same = before != null && before.lease().etag().equals(lease.etag());
      renewed |= before != null && !same && lease.heldBy(hostName);
      next.put(lease.range(), same ? before : new Seen(lease, now));
      Optional<String> from = before == null ? Optional.empty() : before.lease().owner();
      if (!from.equals(lease.owner())) {
        monitor.leaseMoved(new LeaseMove(monitor.source(), lease.range(), from, lease.owner()));
      }
    }
    seen = next;
    return renewed;
  }

  private Optional<String> stall(Map<String, Lease> byRange, Instant now) {
    Instant limit = now.minus(stallAfter);
    if (!processor.isRunning()) {
      return Optional.of("The SDK's processor has stopped.");
    }
    if (byRange.isEmpty()) {
      return quietSince.isBefore(limit) ? Optional.of("There are no leases.") : Optional.empty();
    }
    Optional<String> notRenewed =
        seen.values().stream()
            .filter(one -> one.since().isBefore(limit))
            .findFirst()
            .map(one -> "The lease of range " + one.lease().range() + " is not renewed.");
    return notRenewed.or(() -> unread(byRange, now)).or(() -> unreadBesideOthers(byRange, now));
  }

  /**
   * Finds a range whose lease is renewed but whose changes aren't read. Measures the lag after a
   * long time without a batch, and reports it if two checks find it at the same continuation.
   */
  private Optional<String> unread(Map<String, Lease> byRange, Instant now) {
    if (monitor.busySince(quietSince)) {
      quietSince = now;
      behind = Map.of();
    }
    if (!quietSince.isBefore(now.minus(stallAfter))) {
      return Optional.empty();
    }
    Map<String, Optional<String>> before = behind;
    behind = behind(byRange);
    if (behind.isEmpty()) {
      quietSince = now;
    }
    return behind.entrySet().stream()
        .filter(range -> range.getValue().equals(before.get(range.getKey())))
        .findFirst()
        .map(range -> unread(range.getKey()));
  }

  private static String unread(String range) {
    return "Range " + range + " has changes, but they are not read.";
  }

  /**
   * Finds a range whose changes aren't read although those of others are. Its continuation hasn't
   * changed for longer than a batch may take, and no batch or poll explains that. Only then
   * measures the lag, because the changes may have been deleted.
   */
  private Optional<String> unreadBesideOthers(Map<String, Lease> byRange, Instant now) {
    Instant longBatch = now.minus(stallAfter);
    waiting.entrySet().removeIf(one -> !waits(one, byRange.get(one.getKey()), longBatch));
    Instant limit = now.minus(longestWait);
    if (waiting.values().stream().noneMatch(one -> one.since().isBefore(limit))) {
      return Optional.empty();
    }
    waiting.keySet().retainAll(behind(byRange).keySet());
    return waiting.entrySet().stream()
        .filter(one -> one.getValue().since().isBefore(limit))
        .findFirst()
        .map(one -> unread(one.getKey()));
  }

  private boolean waits(
      Map.Entry<String, Waiting> range, @Nullable Lease lease, Instant longBatch) {
    Waiting found = range.getValue();
    return lease != null
        && lease.heldBy(hostName)
        && found.isAt(lease)
        && !monitor.mayHoldUpSince(found.since(), longBatch);
  }

  private Map<String, Optional<String>> behind(Map<String, Lease> byRange) {
    return processor.states().stream()
        .filter(state -> state.lag() > 0)
        .map(RangeState::range)
        .map(byRange::get)
        .filter(lease -> lease != null && lease.heldBy(hostName))
        .collect(Collectors.toMap(Lease::range, Lease::continuation));
  }

  private void restart(String reason, Instant now) {
    boolean givesUp = restartsInARow >= MAX_RESTARTS;
    monitor.stalled(reason, givesUp);
    if (givesUp || now.isBefore(nextRestart)) {
      return;
    }
    restartsInARow++;
    nextRestart = now.plus(BACKOFF.multipliedBy(1L << (restartsInARow - 1)));
    LOG.warn("The change feed of {} has stalled and is restarted: {}", monitor.name(), reason);
    monitor.restarted(restartsInARow);
    processor.restart();
    // The restarted processor gets the full time again.
    seen.replaceAll((range, one) -> new Seen(one.lease(), now));
    quietSince = now;
    behind = Map.of();
    waiting.clear();
  }
}
