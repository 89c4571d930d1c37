package dev.cosmosblog.changefeed;

import com.azure.cosmos.models.ChangeFeedProcessorState;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks at one container's processor from outside, and restarts it when it has stopped in silence.
 * The SDK tells nobody when its loops end: the loop that takes leases, the one that renews a lease,
 * the one that reads a range. What each of them leaves undone shows in the leases.
 *
 * <p>A batch that fails over and over is no silence: a restart would not help, and health tells it.
 * One thread looks at a time.
 */
final class ProcessorWatch {
  private static final Logger LOG = LoggerFactory.getLogger(ProcessorWatch.class);

  private final FeedProcessor processor;
  private final LeaseTable table;
  private final SourceMonitor monitor;
  private final WatchSettings settings;

  private Map<String, Seen> seen = Map.of();
  private Map<String, Optional<String>> behind = Map.of();
  private Instant quietSince = Instant.MIN;
  private int restartsInARow;
  private Instant nextRestart = Instant.MIN;

  ProcessorWatch(
      FeedProcessor processor, LeaseTable table, SourceMonitor monitor, WatchSettings settings) {
    this.processor = processor;
    this.table = table;
    this.monitor = monitor;
    this.settings = settings;
  }

  /** A lease, and since when it has been as it is, by this host's clock. */
  private record Seen(LeaseEntry lease, Instant since) {}

  /** One query of the leases; where nothing came for long, one request more for each range. */
  void look(Instant now) {
    if (quietSince.equals(Instant.MIN)) {
      quietSince = now;
    }
    Map<String, LeaseEntry> leases =
        table.read().stream().collect(Collectors.toMap(LeaseEntry::range, lease -> lease));
    boolean renewed = note(leases, now);
    Optional<String> stall = stall(leases, now);
    if (stall.isPresent()) {
      restart(stall.get(), now);
    } else {
      report(leases, renewed);
    }
  }

  private void report(Map<String, LeaseEntry> leases, boolean renewed) {
    int held = (int) leases.values().stream().filter(this::isOurs).count();
    if (renewed || (held == 0 && !leases.isEmpty())) {
      restartsInARow = 0;
      monitor.heartbeat(held);
    }
  }

  private boolean isOurs(LeaseEntry lease) {
    return lease.heldBy(settings.hostName());
  }

  /** Compares with the last look; whether a lease of this host's was written since. */
  private boolean note(Map<String, LeaseEntry> leases, Instant now) {
    Map<String, Seen> next = new HashMap<>();
    boolean renewed = false;
    for (LeaseEntry lease : leases.values()) {
      Seen before = seen.get(lease.range());
      boolean same = before != null && before.lease().etag().equals(lease.etag());
      renewed |= before != null && !same && isOurs(lease);
      next.put(lease.range(), same ? before : new Seen(lease, now));
      Optional<String> from = before == null ? Optional.empty() : before.lease().owner();
      if (!from.equals(lease.owner())) {
        monitor.leaseMoved(new LeaseMove(monitor.feed(), lease.range(), from, lease.owner()));
      }
    }
    seen = next;
    return renewed;
  }

  private Optional<String> stall(Map<String, LeaseEntry> leases, Instant now) {
    Instant limit = now.minus(settings.stallAfter());
    if (!processor.isRunning()) {
      return Optional.of("The SDK's processor has stopped.");
    }
    if (leases.isEmpty()) {
      return quietSince.isBefore(limit) ? Optional.of("There are no leases.") : Optional.empty();
    }
    Optional<String> unmoved =
        seen.values().stream()
            .filter(one -> one.since().isBefore(limit))
            .findFirst()
            .map(one -> "The lease of range " + one.lease().range() + " is not renewed.");
    return unmoved.isPresent() ? unmoved : unread(leases, now);
  }

  /**
   * Leases are renewed, but no batch comes although there are changes: asked for only where no
   * batch came for long, and believed only where it is so twice, with all ranges where they were.
   */
  private Optional<String> unread(Map<String, LeaseEntry> leases, Instant now) {
    if (monitor.busySince(quietSince)) {
      quietSince = now;
      behind = Map.of();
    }
    if (!quietSince.isBefore(now.minus(settings.stallAfter()))) {
      return Optional.empty();
    }
    Map<String, Optional<String>> before = behind;
    behind = behind(leases);
    Optional<String> stuck =
        behind.entrySet().stream()
            .filter(range -> range.getValue().equals(before.get(range.getKey())))
            .findFirst()
            .map(range -> "Range " + range.getKey() + " has changes, and none is read.");
    if (behind.isEmpty()) {
      quietSince = now;
    }
    return stuck;
  }

  /** The ranges of this host's that have changes not handled, with how far they are handled. */
  private Map<String, Optional<String>> behind(Map<String, LeaseEntry> leases) {
    return processor.state().stream()
        .filter(state -> state.getEstimatedLag() > 0)
        .map(ChangeFeedProcessorState::getLeaseToken)
        .map(leases::get)
        .filter(lease -> lease != null && isOurs(lease))
        .collect(Collectors.toMap(LeaseEntry::range, LeaseEntry::continuation));
  }

  private void restart(String reason, Instant now) {
    boolean gaveUp = restartsInARow >= settings.maxRestarts();
    monitor.stalled(reason, gaveUp);
    if (gaveUp || now.isBefore(nextRestart)) {
      return;
    }
    restartsInARow++;
    nextRestart = now.plus(settings.backoff().multipliedBy(1L << (restartsInARow - 1)));
    LOG.warn("The change feed of {} stands still and is restarted: {}", monitor.feed(), reason);
    monitor.restarted(restartsInARow);
    processor.restart();
    // What it does from now on counts.
    seen =
        List.copyOf(seen.values()).stream()
            .collect(
                Collectors.toMap(one -> one.lease().range(), one -> new Seen(one.lease(), now)));
    quietSince = now;
    behind = Map.of();
  }
}
