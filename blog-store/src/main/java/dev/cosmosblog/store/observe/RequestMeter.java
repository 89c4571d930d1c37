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
 * Counts the requests of the SDK's change feed processor, which {@link OperationReport}s don't
 * include.
 *
 * <p>The processor polls for changes, and reads and renews leases. Pass the meter to {@link
 * dev.cosmosblog.store.BlogDatabaseBuilder#requestMeter}.
 *
 * <p>It is a diagnostics handler of the SDK. A database that builds its clients also configures the
 * meter. If the host builds the client, it must set {@link #telemetry()}. Use one meter for one
 * client. It is thread-safe.
 */
public final class RequestMeter implements CosmosDiagnosticsHandler {
  // Requests for other resources, such as a container's properties, have a separate RU budget.
  private static final String ITEMS = "Document";
  // The type of a request is the resource's, a colon and the operation's.
  private static final String QUERY_PLAN = ":QueryPlan";
  // The host's telemetry may treat a lower status as a failure.
  private static final int FIRST_ERROR = 400;
  // The operation that reads changes.
  private static final String READ_FEED = "ReadFeed";

  private final CosmosClientTelemetryConfig telemetry;
  private final Map<Place, Usage> usages = new ConcurrentHashMap<>();
  private final Map<Place, Map<String, FailedPolls>> failed = new ConcurrentHashMap<>();

  private record Place(String database, String container) {}

  /**
   * A number of requests and their charge.
   *
   * @param requests point operations, pages of queries and polls, including the SDK's retries but
   *     not query plans
   * @param requestUnits the charge in RU, including failed requests
   */
  public record Usage(long requests, double requestUnits) {
    /** No request. */
    public static final Usage NONE = new Usage(0, 0);

    /**
     * {@return the sum of two usages}
     *
     * @param other the other usage
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
   * Consecutive failed polls of one physical partition.
   *
   * @param partition the physical partition's key range id
   * @param inARow the number of failed polls since the last successful one
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
   * Creates a meter with a telemetry config.
   *
   * @param telemetry the telemetry config of the change feed's client, to which the meter adds
   *     itself; it must not be used for another client
   */
  public RequestMeter(CosmosClientTelemetryConfig telemetry) {
    this.telemetry = Objects.requireNonNull(telemetry, "telemetry").diagnosticsHandler(this);
  }

  /** {@return the telemetry to build the change feed's client with} */
  public CosmosClientTelemetryConfig telemetry() {
    return telemetry;
  }

  /**
   * {@return the requests to a container's items since the meter was created, from memory}
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
   * {@return the failed polls of each physical partition whose last poll failed, from memory}
   *
   * <p>The SDK repeats failed polls without reporting them. If another host polls a partition now,
   * its last state here remains.
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

  /** The SDK also reports the end of a stream of changes, which isn't a request. */
  private void polled(Place place, CosmosDiagnosticsContext poll) {
    Map<String, FailedPolls> ofPlace =
        failed.computeIfAbsent(place, first -> new ConcurrentHashMap<>());
    // A poll and its retries by the SDK count as one.
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
