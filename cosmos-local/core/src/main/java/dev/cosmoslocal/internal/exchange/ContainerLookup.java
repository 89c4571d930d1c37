package dev.cosmoslocal.internal.exchange;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmoslocal.internal.engine.account.Account;
import dev.cosmoslocal.internal.engine.container.Container;
import dev.cosmoslocal.internal.engine.key.EpkRange;
import dev.cosmoslocal.internal.engine.key.PartitionKeyValue;
import dev.cosmoslocal.internal.engine.partition.FeedScope;
import dev.cosmoslocal.internal.engine.resource.EngineException;
import dev.cosmoslocal.request.Consistency;
import io.netty.util.AsciiString;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Finds the container of a request on items, and the scope of that request. */
public record ContainerLookup(Account account, Consistency consistency) {
  private static final int WRONG_CONTAINER = 1024;
  private static final int STALE_NAME = 1000;
  private static final int CONTAINER = 3;
  private static final int ITEM = 5;

  /** Microsoft Learn, "Throughput buckets in Azure Cosmos DB". */
  private static final int THROUGHPUT_BUCKETS = 5;

  private static final Optional<PartitionKeyValue> NO_KEY = Optional.of(PartitionKeyValue.NONE);

  /**
   * Finds the container. Fails with 400/1024 if the client means a deleted container of the same
   * name.
   */
  public Container of(Exchange exchange) {
    ApiRequest request = exchange.request();
    ReplicaAddress replica = request.replica();
    Container container =
        replica == null ? named(request.path()) : ownerOf(replica, request.path());
    exchange.uses(container);
    String intended = request.header(Headers.INTENDED_RID).orElse(container.rid());
    if (!intended.equals(container.rid())) {
      throw new EngineException(
          400, WRONG_CONTAINER, "The container was deleted and created again under the same name.");
    }
    exchange.consistency(level(request));
    checkControls(request);
    return container;
  }

  /**
   * Fails with 410/1000 for a replica of a container that doesn't exist any more, or has another
   * name, and with 410/0 for one of a physical partition that was split. The client then reads the
   * container, or the addresses, and asks another replica.
   */
  private Container ownerOf(ReplicaAddress replica, List<String> path) {
    Container container;
    try {
      container = named(path);
    } catch (EngineException missing) {
      throw deleted();
    }
    if (!container.rid().equals(replica.owner())) {
      throw deleted();
    }
    if (!container.hasPartition(replica.partition())) {
      throw new EngineException(410, 0, "The physical partition was split.");
    }
    return container;
  }

  private static EngineException deleted() {
    return new EngineException(410, STALE_NAME, "The container of this replica was deleted.");
  }

  /**
   * Adds the progress of the replica that the client has chosen, unless the response has it. A
   * client in direct mode ignores any response without, even an error.
   */
  public void atReplica(ApiResponse response, Exchange exchange) {
    ReplicaAddress replica = exchange.request().replica();
    if (replica == null || response.headers().containsKey(Headers.LSN)) {
      return;
    }
    if (replica.isMaster()) {
      response.with(Headers.LSN, "1");
      return;
    }
    try {
      response.with(
          named(exchange.request().path())
              .sessionToken(replica.partition(), exchange.readConsistency()));
    } catch (EngineException gone) {
      // There is no such replica.
    }
  }

  /**
   * Refuses headers that ask for what the account does not have. Priorities and throughput buckets
   * have no effect, but wrong ones are refused, too.
   */
  private static void checkControls(ApiRequest request) {
    for (AsciiString name : Headers.REFUSED) {
      if (request.header(name).isPresent()) {
        throw EngineException.unsupported("The header " + name);
      }
    }
    request
        .header(Headers.PRIORITY)
        .filter(level -> !level.equalsIgnoreCase("High") && !level.equalsIgnoreCase("Low"))
        .ifPresent(
            level -> {
              throw EngineException.badRequest("The priority level " + level + " is unknown.");
            });
    int bucket = request.number(Headers.THROUGHPUT_BUCKET, 1);
    if (bucket < 1 || bucket > THROUGHPUT_BUCKETS) {
      throw EngineException.badRequest(
          "The throughput bucket must be a number from 1 to " + THROUGHPUT_BUCKETS + ".");
    }
  }

  /** Returns the name of the container in a path, even if it doesn't exist, or an empty string. */
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
   * A missing container answers the same as a missing item (the SDK's CosmosNotFoundTests, on a
   * deleted container). The SDK itself reports 1003 where it looks for the container first.
   */
  private Container named(List<String> path) {
    return account.owner(path.get(1)).container(path.get(3));
  }

  /** Adds the headers by which the service names a container to the client. */
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

  /**
   * The id of the item in a path. Under the resource id of its container, an item may have its
   * resource id, too.
   */
  public static String itemId(ApiRequest request, Container container, PartitionKeyValue key) {
    String given = request.path().get(ITEM);
    boolean byRid = request.path().get(CONTAINER).equals(container.rid());
    return byRid ? container.itemId(key, given).orElse(given) : given;
  }

  /**
   * The scope of a request: a logical partition, or a physical one, optionally with a range of
   * keys.
   */
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
    String range =
        request
            .header(Headers.PARTITION_RANGE)
            .map(id -> rangeId(id, container))
            .orElseGet(() -> onlyRange(container));
    return new FeedScope.Physical(range, within);
  }

  /**
   * A container without a partition key has a single value of it, which the SDK for Java writes as
   * {@code []}.
   */
  public static Optional<PartitionKeyValue> partitionKeyIfAny(
      ApiRequest request, Container container) {
    return request.header(Headers.PARTITION_KEY).map(given -> parsed(given, container));
  }

  private static PartitionKeyValue parsed(String given, Container container) {
    return given.equals("[]") && container.unpartitioned()
        ? PartitionKeyValue.NONE
        : PartitionKeyValue.parse(given);
  }

  /**
   * The partition key of an operation in a bulk request: its own one, or else that of the request.
   */
  public static PartitionKeyValue partitionKeyOfOperation(
      JsonNode operation, ApiRequest request, Container container) {
    JsonNode key = operation.path("partitionKey");
    if (key.isTextual()) {
      return parsed(key.textValue(), container);
    }
    return partitionKeyIfAny(request, container)
        .orElseThrow(
            () ->
                new EngineException(
                    400, 1001, "An operation of a bulk request needs its partitionKey."));
  }

  /** The SDK for Java 2.x puts the container's resource id and a comma before the id. */
  private static String rangeId(String given, Container container) {
    String owner = container.rid() + ",";
    return given.startsWith(owner) ? given.substring(owner.length()) : given;
  }

  private static String onlyRange(Container container) {
    if (container.ranges().size() > 1) {
      throw EngineException.badRequest(
          "A request over several partitions needs a partition key or a partition key range id.");
    }
    return container.ranges().get(0).id();
  }

  /**
   * The level of a read consistency strategy (class ReadConsistencyStrategy of the SDK for Java).
   * The latest committed version may be read under every level of the account.
   */
  private Consistency byStrategy(String strategy) {
    Consistency level =
        switch (strategy.toLowerCase(Locale.ROOT)) {
          case "eventual" -> Consistency.EVENTUAL;
          case "session" -> Consistency.SESSION;
          case "latestcommitted" -> Consistency.BOUNDED_STALENESS;
          case "globalstrong" -> Consistency.STRONG;
          default ->
              throw EngineException.badRequest(
                  "The read consistency strategy " + strategy + " is unknown.");
        };
    if (level == Consistency.STRONG && consistency != Consistency.STRONG) {
      throw EngineException.badRequest(
          "The read consistency strategy GlobalStrong needs an account with strong consistency.");
    }
    return level;
  }

  /**
   * The consistency level of a request, which may be weaker than the account's (Microsoft Learn,
   * "Manage consistency levels").
   */
  private Consistency level(ApiRequest request) {
    Optional<String> strategy =
        request.header(Headers.READ_STRATEGY).filter(name -> !name.equalsIgnoreCase("Default"));
    if (strategy.isPresent()) {
      return byStrategy(strategy.get());
    }
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
