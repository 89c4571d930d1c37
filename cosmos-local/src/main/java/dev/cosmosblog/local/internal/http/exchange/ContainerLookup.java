package dev.cosmosblog.local.internal.http.exchange;

import dev.cosmosblog.local.internal.engine.account.Account;
import dev.cosmosblog.local.internal.engine.container.Container;
import dev.cosmosblog.local.internal.engine.key.EpkRange;
import dev.cosmosblog.local.internal.engine.key.PartitionKeyValue;
import dev.cosmosblog.local.internal.engine.partition.FeedScope;
import dev.cosmosblog.local.internal.engine.resource.EngineException;
import dev.cosmosblog.local.request.Consistency;
import java.util.List;
import java.util.Optional;

/** Finds the container that a request on items names, and what of it. */
public record ContainerLookup(Account account, Consistency consistency) {
  private static final int WRONG_CONTAINER = 1024;

  private static final Optional<PartitionKeyValue> NO_KEY = Optional.of(PartitionKeyValue.NONE);

  /** Answers 400/1024 if the client means a container of that name which is gone. */
  public Container of(Exchange exchange) {
    ApiRequest request = exchange.request();
    Container container = named(request.path());
    exchange.on(container);
    String intended = request.header(Headers.INTENDED_RID).orElse(container.rid());
    if (!intended.equals(container.rid())) {
      throw new EngineException(
          400, WRONG_CONTAINER, "The container was deleted and created again under the same name.");
    }
    exchange.reading(level(request));
    return container;
  }

  /** The name of the container that a path is about, be it there or not; empty if none. */
  public String name(List<String> path) {
    if (path.size() < 4 || !path.get(0).equals("dbs") || !path.get(2).equals("colls")) {
      return "";
    }
    try {
      return named(path).id();
    } catch (EngineException missing) {
      return path.get(3);
    }
  }

  /**
   * Of a container that is not there the gateway says no more than of a missing item (the SDK's
   * CosmosNotFoundTests, on a deleted container); 1003 is what the SDK makes of it where it looks
   * for the container first.
   */
  private Container named(List<String> path) {
    return account.owner(path.get(1)).container(path.get(3));
  }

  /** The headers by which the service names a container to the client. */
  public static ApiResponse named(ApiResponse response, Exchange exchange, Container container) {
    List<String> path = exchange.request().path();
    return response
        .with(Headers.ALT_CONTENT_PATH, "dbs/" + path.get(1) + "/colls/" + container.id())
        .with(Headers.CONTENT_PATH, container.rid());
  }

  public static PartitionKeyValue partitionKey(ApiRequest request, Container container) {
    return partitionKeyIfAny(request, container)
        .or(() -> container.unpartitioned() ? NO_KEY : Optional.empty())
        .orElseThrow(
            () ->
                new EngineException(
                    400, 1001, "PartitionKey value must be supplied for this operation."));
  }

  /** A logical partition, or a physical one with, perhaps, a range within. */
  public static FeedScope scope(ApiRequest request, Container container) {
    Optional<PartitionKeyValue> key = partitionKeyIfAny(request, container);
    if (key.isPresent()) {
      return new FeedScope.Logical(key.get());
    }
    Optional<String> start = request.header(Headers.START_EPK);
    EpkRange within =
        request
            .header(Headers.END_EPK)
            .map(end -> new EpkRange(start.orElse(""), end))
            .orElse(null);
    String range = request.header(Headers.PARTITION_RANGE).orElseGet(() -> onlyRange(container));
    return new FeedScope.Physical(range, within);
  }

  /**
   * A container that was made without a key has one value of it; the SDK for Java calls that {@code
   * []}.
   */
  private static Optional<PartitionKeyValue> partitionKeyIfAny(
      ApiRequest request, Container container) {
    Optional<String> given = request.header(Headers.PARTITION_KEY);
    return given.filter("[]"::equals).isPresent() && container.unpartitioned()
        ? NO_KEY
        : given.map(PartitionKeyValue::parse);
  }

  private static String onlyRange(Container container) {
    if (container.ranges().size() > 1) {
      throw EngineException.badRequest(
          "A request over several partitions needs a partition key or a partition key range id.");
    }
    return container.ranges().get(0).id();
  }

  /**
   * A request may ask for less than the account's level (Microsoft Learn, "Manage consistency
   * levels").
   */
  private Consistency level(ApiRequest request) {
    Optional<String> asked = request.header(Headers.CONSISTENCY);
    if (asked.isEmpty()) {
      return consistency;
    }
    return asked
        .flatMap(Consistency::named)
        .filter(level -> !level.strongerThan(consistency))
        .orElseThrow(
            () ->
                EngineException.badRequest(
                    "ConsistencyLevel "
                        + asked.get()
                        + " specified in the request is invalid when service is configured with"
                        + " consistency level "
                        + consistency.text()
                        + ". Ensure the request consistency level is not stronger than the service"
                        + " consistency level."));
  }
}
