package dev.cosmosblog.changefeed;

import com.azure.cosmos.CosmosAsyncContainer;
import com.azure.cosmos.models.ChangeFeedProcessorState;
import com.azure.cosmos.models.CosmosChangeFeedRequestOptions;
import com.azure.cosmos.models.FeedRange;
import com.azure.cosmos.models.FeedResponse;
import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmosblog.store.error.StoreException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Measures how far one container's changes are behind, whichever hosts handle them. */
final class LagGauge {
  private static final Duration TIMEOUT = Duration.ofMinutes(1);

  private final FeedProcessor processor;
  private final LeaseTable table;
  private final CosmosAsyncContainer source;
  private final SourceFeed feed;
  private final Clock clock;

  LagGauge(
      FeedProcessor processor,
      LeaseTable table,
      CosmosAsyncContainer source,
      SourceFeed feed,
      Clock clock) {
    this.processor = processor;
    this.table = table;
    this.source = source;
    this.feed = feed;
    this.clock = clock;
  }

  /** How many changes are not handled: a query of the leases and a request for each range. */
  long changes() {
    return processor.state().stream().mapToLong(LagGauge::changes).sum();
  }

  private static long changes(ChangeFeedProcessorState state) {
    return Math.max(0, state.getEstimatedLag());
  }

  /** Each range; one that is behind costs one request more, for the age of its oldest change. */
  List<RangeLag> ranges() {
    List<ChangeFeedProcessorState> states = processor.state();
    boolean behind = states.stream().anyMatch(state -> changes(state) > 0);
    Map<String, LeaseEntry> leases =
        (behind ? table.read() : List.<LeaseEntry>of())
            .stream().collect(Collectors.toMap(LeaseEntry::range, Function.identity()));
    return states.stream()
        .map(state -> range(state, Optional.ofNullable(leases.get(state.getLeaseToken()))))
        .toList();
  }

  private RangeLag range(ChangeFeedProcessorState state, Optional<LeaseEntry> lease) {
    Duration age =
        changes(state) == 0
            ? Duration.ZERO
            : lease.flatMap(this::oldest).map(this::age).orElse(Duration.ZERO);
    Optional<String> host =
        Optional.ofNullable(state.getHostName()).filter(name -> !name.isEmpty());
    return new RangeLag(feed, state.getLeaseToken(), host, changes(state), age);
  }

  private Duration age(Instant written) {
    Duration age = Duration.between(written, clock.instant());
    return age.isNegative() ? Duration.ZERO : Duration.ofSeconds(age.toSeconds());
  }

  /** When the first change after a lease's continuation was written, if there is one by now. */
  private Optional<Instant> oldest(LeaseEntry lease) {
    try {
      FeedResponse<JsonNode> page =
          source.queryChangeFeed(from(lease), JsonNode.class).byPage(1).blockFirst(TIMEOUT);
      return page == null
          ? Optional.empty()
          : page.getResults().stream()
              .findFirst()
              .map(item -> Instant.ofEpochSecond(item.path("_ts").asLong()));
    } catch (RuntimeException e) {
      throw StoreException.translate("read the oldest change that is not handled", e);
    }
  }

  private static CosmosChangeFeedRequestOptions from(LeaseEntry lease) {
    return lease
        .continuation()
        .map(CosmosChangeFeedRequestOptions::createForProcessingFromContinuation)
        .orElseGet(
            () -> CosmosChangeFeedRequestOptions.createForProcessingFromBeginning(range(lease)));
  }

  private static FeedRange range(LeaseEntry lease) {
    byte[] json = lease.feedRange().toString().getBytes(StandardCharsets.UTF_8);
    return FeedRange.fromString(Base64.getUrlEncoder().encodeToString(json));
  }
}
