package dev.cosmosblog.changefeed.internal.processor;

import com.azure.cosmos.CosmosAsyncContainer;
import com.azure.cosmos.models.ChangeFeedProcessorState;
import com.azure.cosmos.models.CosmosChangeFeedRequestOptions;
import com.azure.cosmos.models.FeedRange;
import com.azure.cosmos.models.FeedResponse;
import dev.cosmosblog.changefeed.internal.processor.ProcessorLeases.Lease;
import dev.cosmosblog.changefeed.observe.ChangeSource;
import dev.cosmosblog.changefeed.observe.RangeLag;
import dev.cosmosblog.store.StoreException;
import dev.cosmosblog.store.StoredItem;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Measures the lag of one container's changes over all hosts. */
public final class LagMeter {
  private static final Duration TIMEOUT = Duration.ofMinutes(1);

  private final ChangeFeedProcessorRunner processor;
  private final ProcessorLeases leases;
  private final CosmosAsyncContainer container;
  private final ChangeSource source;
  private final Clock clock;

  public LagMeter(
      ChangeFeedProcessorRunner processor,
      ProcessorLeases leases,
      CosmosAsyncContainer container,
      ChangeSource source,
      Clock clock) {
    this.processor = processor;
    this.leases = leases;
    this.container = container;
    this.source = source;
    this.clock = clock;
  }

  /**
   * Counts the changes that are not handled: a query of the leases and a request for each range.
   */
  public long changes() {
    return processor.state().stream().mapToLong(LagMeter::changes).sum();
  }

  private static long changes(ChangeFeedProcessorState state) {
    return Math.max(0, state.getEstimatedLag());
  }

  /** Returns the lag of each range; a range that lags costs one more request, for the age. */
  public List<RangeLag> ranges() {
    List<ChangeFeedProcessorState> states = processor.state();
    boolean behind = states.stream().anyMatch(state -> changes(state) > 0);
    Map<String, Lease> byRange = behind ? leases.read() : Map.of();
    return states.stream()
        .map(state -> range(state, Optional.ofNullable(byRange.get(state.getLeaseToken()))))
        .toList();
  }

  private RangeLag range(ChangeFeedProcessorState state, Optional<Lease> lease) {
    Duration age =
        changes(state) == 0
            ? Duration.ZERO
            : lease.flatMap(this::oldest).map(this::age).orElse(Duration.ZERO);
    Optional<String> host =
        Optional.ofNullable(state.getHostName()).filter(name -> !name.isEmpty());
    return new RangeLag(source, state.getLeaseToken(), host, changes(state), age);
  }

  private Duration age(Instant written) {
    Duration age = Duration.between(written, clock.instant());
    return age.isNegative() ? Duration.ZERO : Duration.ofSeconds(age.toSeconds());
  }

  /** Returns when the first change behind a lease's progress was written, if there is one now. */
  private Optional<Instant> oldest(Lease lease) {
    try {
      FeedResponse<StoredItem> page =
          container.queryChangeFeed(from(lease), StoredItem.class).byPage(1).blockFirst(TIMEOUT);
      return page == null
          ? Optional.empty()
          : page.getResults().stream()
              .findFirst()
              .map(item -> Instant.ofEpochSecond(item.writtenAt()));
    } catch (RuntimeException e) {
      throw StoreException.translate("read the oldest change that is not handled", e);
    }
  }

  private static CosmosChangeFeedRequestOptions from(Lease lease) {
    return lease
        .continuation()
        .map(CosmosChangeFeedRequestOptions::createForProcessingFromContinuation)
        .orElseGet(
            () -> CosmosChangeFeedRequestOptions.createForProcessingFromBeginning(range(lease)));
  }

  private static FeedRange range(Lease lease) {
    byte[] json = lease.feedRange().toString().getBytes(StandardCharsets.UTF_8);
    return FeedRange.fromString(Base64.getUrlEncoder().encodeToString(json));
  }
}
