package dev.cosmosblog.store.observe;

import com.azure.core.util.Context;
import com.azure.cosmos.CosmosDiagnosticsContext;
import com.azure.cosmos.CosmosDiagnosticsHandler;
import com.azure.cosmos.models.CosmosClientTelemetryConfig;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Counts the requests of the change feed's client, which no {@link OperationReport} has: the SDK's
 * change feed processor sends them to poll for changes, and to read and renew its leases. Give it
 * to {@link dev.cosmosblog.store.BlogDatabaseBuilder#requestMeter}.
 *
 * <p>It is a handler of the SDK's diagnostics. A client that the database builds gets it from the
 * database. A host that builds the client itself gives the client {@link #telemetry()}; one meter
 * counts one client. It is thread-safe.
 */
public final class RequestMeter implements CosmosDiagnosticsHandler {
  // Other resources, such as a container's properties, have their own budget in the service.
  private static final String ITEMS = "Document";
  // The type of a request is the resource's, a colon and the operation's.
  private static final String QUERY_PLAN = ":QueryPlan";
  // The host's telemetry may call a lower status a failure.
  private static final int FIRST_ERROR = 400;
  // The operation that reads changes.
  private static final String READ_FEED = "ReadFeed";

  private final CosmosClientTelemetryConfig telemetry;
  private final Map<Place, Usage> usages = new ConcurrentHashMap<>();
  private final Map<Place, Map<String, FailedPolls>> failed = new ConcurrentHashMap<>();

  private record Place(String database, String container) {}

  /**
   * A number of requests, and what Cosmos DB charged for them.
   *
   * @param requests point operations, pages of queries and polls, with the SDK's own retries and
   *     without query plans
   * @param requestUnits the charge in RU, failed requests included
   */
  public record Usage(long requests, double requestUnits) {
    /** No request. */
    public static final Usage NONE = new Usage(0, 0);

    /**
     * {@return the sum of two usages}
     *
     * @param other the other one
     */
    public Usage plus(Usage other) {
      Objects.requireNonNull(other, "other");
      return new Usage(requests + other.requests, requestUnits + other.requestUnits);
    }

    /**
     * {@return the usage since an earlier reading of the same meter}
     *
     * @param earlier the earlier reading
     */
    public Usage since(Usage earlier) {
      Objects.requireNonNull(earlier, "earlier");
      return new Usage(requests - earlier.requests, requestUnits - earlier.requestUnits);
    }
  }

  /**
   * Polls of one physical partition for changes that failed one after the other.
   *
   * @param partition the physical partition's key range id
   * @param inARow the number of polls that failed since the last one that did not
   * @param statusCode the status of the last one
   * @param subStatusCode its substatus, or 0 if it has none
   */
  public record FailedPolls(String partition, int inARow, int statusCode, int subStatusCode) {
    public FailedPolls {
      Objects.requireNonNull(partition, "partition");
    }
  }

  /** Creates a meter with the SDK's default telemetry. */
  public RequestMeter() {
    this(new CosmosClientTelemetryConfig());
  }

  /**
   * Creates a meter within a host's telemetry.
   *
   * @param telemetry the telemetry of the change feed's client, to which the meter adds itself; no
   *     other client may have it
   */
  public RequestMeter(CosmosClientTelemetryConfig telemetry) {
    this.telemetry = Objects.requireNonNull(telemetry, "telemetry").diagnosticsHandler(this);
  }

  /** {@return the telemetry to build the change feed's client with} */
  public CosmosClientTelemetryConfig telemetry() {
    return telemetry;
  }

  /**
   * {@return the requests to a container's items since the meter was created} From memory.
   *
   * @param database the database's name
   * @param container the container's name
   */
  public Usage usage(String database, String container) {
    Objects.requireNonNull(database, "database");
    Objects.requireNonNull(container, "container");
    return usages.getOrDefault(new Place(database, container), Usage.NONE);
  }

  /**
   * {@return the polls of a container for changes that failed since the last one that did not, of
   * each physical partition whose last poll failed} From memory. The SDK repeats a poll that fails,
   * and tells nobody but the meter. A partition that another host polls now stays as it was.
   *
   * @param database the database's name
   * @param container the container's name
   */
  public List<FailedPolls> failedPolls(String database, String container) {
    Objects.requireNonNull(database, "database");
    Objects.requireNonNull(container, "container");
    return List.copyOf(failed.getOrDefault(new Place(database, container), Map.of()).values());
  }

  /** Counts a request; called by the SDK. */
  @Override
  public void handleDiagnostics(CosmosDiagnosticsContext diagnostics, Context traceContext) {
    if (ITEMS.equals(diagnostics.getResourceType())) {
      Place place = new Place(diagnostics.getDatabaseName(), diagnostics.getContainerName());
      long requests =
          diagnostics.getRequestInfo().stream()
              .filter(request -> !request.getRequestType().endsWith(QUERY_PLAN))
              .count();
      Usage usage = new Usage(requests, diagnostics.getTotalRequestCharge());
      usages.merge(place, usage, Usage::plus);
      if (READ_FEED.equals(diagnostics.getOperationType())) {
        polled(place, diagnostics);
      }
    }
  }

  /** The SDK reports the end of a stream of changes, too, which has no request. */
  private void polled(Place place, CosmosDiagnosticsContext poll) {
    Map<String, FailedPolls> ofPlace =
        failed.computeIfAbsent(place, first -> new ConcurrentHashMap<>());
    // The SDK's own retries of a poll count as one.
    poll.getRequestInfo().stream()
        .map(request -> Objects.requireNonNullElse(request.getPartitionKeyRangeId(), ""))
        .distinct()
        .forEach(partition -> ofPlace.compute(partition, (id, before) -> next(id, before, poll)));
  }

  private static @Nullable FailedPolls next(
      String partition, @Nullable FailedPolls before, CosmosDiagnosticsContext poll) {
    int status = poll.getStatusCode();
    int inARow = before == null ? 1 : before.inARow() + 1;
    return status < FIRST_ERROR
        ? null
        : new FailedPolls(partition, inARow, status, poll.getSubStatusCode());
  }
}
