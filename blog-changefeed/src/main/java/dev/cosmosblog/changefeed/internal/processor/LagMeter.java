package dev.cosmosblog.changefeed.internal.processor;

import dev.cosmosblog.changefeed.observe.ChangeSource;
import dev.cosmosblog.changefeed.observe.RangeLag;
import dev.cosmosblog.store.internal.cosmos.ChangeProcessor.Lease;
import dev.cosmosblog.store.internal.cosmos.ChangeProcessor.RangeState;
import dev.cosmosblog.store.internal.kernel.ItemReads;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Measures the lag of one container's changes over all hosts. */
public final class LagMeter {
  private final ChangeFeedProcessorRunner processor;
  private final ItemReads items;
  private final ChangeSource source;
  private final Clock clock;

  public LagMeter(
      ChangeFeedProcessorRunner processor, ItemReads items, ChangeSource source, Clock clock) {
    this.processor = processor;
    this.items = items;
    this.source = source;
    this.clock = clock;
  }

  /**
   * Counts the changes that are not handled: a query of the leases and a request for each range.
   */
  public long changes() {
    return processor.states().stream().mapToLong(RangeState::lag).sum();
  }

  /** Returns the lag of each range; a range that lags costs one more request, for the age. */
  public List<RangeLag> ranges() {
    List<RangeState> states = processor.states();
    boolean behind = states.stream().anyMatch(state -> state.lag() > 0);
    Map<String, Lease> leases = behind ? processor.leases() : Map.of();
    return states.stream()
        .map(
            state ->
                new RangeLag(
                    source,
                    state.range(),
                    state.host(),
                    state.lag(),
                    age(state, Optional.ofNullable(leases.get(state.range())))))
        .toList();
  }

  private Duration age(RangeState state, Optional<Lease> lease) {
    if (state.lag() == 0) {
      return Duration.ZERO;
    }
    return lease
        .flatMap(this::oldest)
        .map(written -> Duration.between(written, clock.instant()))
        .filter(age -> !age.isNegative())
        .map(age -> Duration.ofSeconds(age.toSeconds()))
        .orElse(Duration.ZERO);
  }

  /** Returns when the first change behind a lease's progress was written, if there is one now. */
  private Optional<Instant> oldest(Lease lease) {
    return items
        .changes(
            SetAsideRecords.container(source),
            lease.feedRange(),
            lease.continuation().orElse(null),
            1)
        .items()
        .stream()
        .findFirst()
        .map(item -> Instant.ofEpochSecond(item.writtenAt()));
  }
}
