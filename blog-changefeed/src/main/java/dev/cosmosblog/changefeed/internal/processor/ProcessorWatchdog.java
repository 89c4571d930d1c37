package dev.cosmosblog.changefeed.internal.processor;

import dev.cosmosblog.changefeed.observe.ChangeFeedListener.LeaseMove;
import dev.cosmosblog.store.error.StoreUnavailableException;
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

  /** A query of the leases that takes as long was repeated by the SDK, as during an outage. */
  private static final Duration SLOW = Duration.ofSeconds(2);

  /** The pause between restarts for slow queries, because throttling delays queries, too. */
  private static final Duration SLOW_BACKOFF = Duration.ofMinutes(1);

  /** The time in which the processor is expected to show a heartbeat after a restart. */
  private static final Duration SOON = Duration.ofSeconds(30);

  /** The wait between the first restart and the second; it doubles with each restart. */
  private static final Duration BACKOFF = Duration.ofSeconds(10);

  private final ChangeFeedProcessorRunner processor;
  private final SourceMonitor monitor;
  private final OutageLog outages;
  private final Clock clock;
  private final String hostName;
  private final Times times;

  private Map<String, Seen> seen = new HashMap<>();
  private Map<String, Optional<String>> behind = Map.of();
  private final Map<String, Waiting> waiting = new HashMap<>();
  private Instant quietSince = Instant.MIN;
  private int restartsInARow;
  private Instant nextRestart = Instant.MIN;
  private Instant lastRestart = Instant.MIN;

  public ProcessorWatchdog(
      ChangeFeedProcessorRunner processor, Clock clock, String hostName, Times times) {
    this.processor = processor;
    this.monitor = processor.monitor();
    this.outages = monitor.outages();
    this.clock = clock;
    this.hostName = hostName;
    this.times = times;
  }

  /**
   * The times after which a processor is restarted.
   *
   * @param quietAfter the time in which each lease of this host must be renewed
   * @param stallAfter the time in which each lease must be renewed
   * @param longestWait how long a range with waiting changes may have the same continuation while
   *     batches are handled
   */
  public record Times(Duration quietAfter, Duration stallAfter, Duration longestWait) {}

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
   *
   * @return whether to check again soon, because the processor doesn't work yet
   */
  public boolean look() {
    monitor.checkPolls();
    Map<String, Lease> byRange = leases();
    Instant now = clock.instant();
    if (quietSince.equals(Instant.MIN)) {
      quietSince = now;
    }
    boolean renewed = compare(byRange, now);
    List<Lease> held =
        byRange.values().stream()
            .filter(lease -> lease.heldBy(hostName))
            .sorted(Comparator.comparing(Lease::range))
            .toList();
    monitor.rangesHeld(held.stream().map(Lease::range).toList());
    Optional<String> stall = stall(byRange, now);
    if (stall.isPresent()) {
      return restart(stall.get(), now);
    }
    boolean alive = renewed || standsBy(byRange);
    if (alive) {
      restartsInARow = 0;
      monitor.heartbeat();
    }
    processor
        .probe(held)
        .ifPresent(
            lease -> waiting.putIfAbsent(lease.range(), new Waiting(lease.continuation(), now)));
    return !alive && isExpectedSoon(byRange, now.minus(SOON));
  }

  /**
   * During an outage, the SDK ends the loop of each range whose poll fails. It can't release the
   * lease then, so that no host takes the range until the lease expires.
   */
  private Map<String, Lease> leases() {
    Instant begun = clock.instant();
    try {
      Map<String, Lease> leases = processor.leases();
      if (begun.plus(SLOW).isBefore(clock.instant())
          && !lastRestart.isAfter(begun.minus(SLOW_BACKOFF))) {
        outages.unanswered(begun);
      }
      return leases;
    } catch (StoreUnavailableException e) {
      outages.unanswered(begun);
      restartsInARow = 0;
      Instant first = begun.plus(BACKOFF);
      nextRestart = nextRestart.isAfter(first) ? first : nextRestart;
      throw e;
    }
  }

  /** Returns whether other hosts have all leases. */
  private boolean standsBy(Map<String, Lease> byRange) {
    return !byRange.isEmpty()
        && byRange.values().stream()
            .allMatch(lease -> lease.owner().isPresent() && !lease.heldBy(hostName));
  }

  /** Returns whether the processor was restarted, or the first leases were found, after a time. */
  private boolean isExpectedSoon(Map<String, Lease> byRange, Instant time) {
    boolean isNew =
        !byRange.isEmpty() && seen.values().stream().allMatch(one -> one.since().isAfter(time));
    return isNew || lastRestart.isAfter(time);
  }

  /**
   * Compares the leases with the last check; returns whether one of this host was written since, or
   * was found the first time.
   */
  private boolean compare(Map<String, Lease> byRange, Instant now) {
    Map<String, Seen> next = new HashMap<>();
    boolean renewed = false;
    for (Lease lease : byRange.values()) {
      Seen before = seen.get(lease.range());
      boolean same = before != null && before.lease().etag().equals(lease.etag());
      renewed |= !same && lease.heldBy(hostName);
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
    Instant limit = now.minus(times.stallAfter());
    Instant ownLimit = now.minus(times.quietAfter());
    if (!processor.isRunning()) {
      return Optional.of("The SDK's processor has stopped.");
    }
    if (outages.isUnansweredSince(lastRestart)) {
      return Optional.of("The account didn't respond, which may have ended the SDK's loops.");
    }
    if (byRange.isEmpty()) {
      return quietSince.isBefore(limit) ? Optional.of("There are no leases.") : Optional.empty();
    }
    Optional<String> notRenewed =
        seen.values().stream()
            .filter(one -> one.since().isBefore(one.lease().heldBy(hostName) ? ownLimit : limit))
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
    if (!quietSince.isBefore(now.minus(times.stallAfter()))) {
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
    Instant longBatch = now.minus(times.stallAfter());
    waiting.entrySet().removeIf(one -> !waits(one, byRange.get(one.getKey()), longBatch));
    Instant limit = now.minus(times.longestWait());
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

  /** Restarts the processor, unless it was restarted too often; returns whether to look soon. */
  private boolean restart(String reason, Instant now) {
    boolean givesUp = restartsInARow >= MAX_RESTARTS;
    monitor.stalled(reason, givesUp);
    if (givesUp || now.isBefore(nextRestart)) {
      return !givesUp && nextRestart.isBefore(now.plus(SOON));
    }
    restartsInARow++;
    nextRestart = now.plus(BACKOFF.multipliedBy(1L << (restartsInARow - 1)));
    lastRestart = now;
    if (outages.isOn()) {
      LOG.debug("The change feed of {} is restarted: {}", monitor.name(), reason);
    } else {
      LOG.warn("The change feed of {} has stalled and is restarted: {}", monitor.name(), reason);
    }
    monitor.restarted(restartsInARow);
    processor.restart();
    // The restarted processor gets the full time again.
    seen.replaceAll((range, one) -> new Seen(one.lease(), now));
    quietSince = now;
    behind = Map.of();
    waiting.clear();
    return true;
  }
}
