package dev.cosmoslocal.internal.http.resource;

import dev.cosmoslocal.internal.engine.container.Container;
import dev.cosmoslocal.internal.engine.key.PartitionKeyValue;
import dev.cosmoslocal.internal.engine.partition.PartitionResult;
import dev.cosmoslocal.internal.exchange.Action;
import dev.cosmoslocal.internal.exchange.ApiRequest;
import dev.cosmoslocal.internal.exchange.ApiResponse;
import dev.cosmoslocal.internal.exchange.ContainerLookup;
import dev.cosmoslocal.internal.exchange.Exchange;
import dev.cosmoslocal.internal.exchange.Resource;
import dev.cosmoslocal.internal.exchange.Route;
import java.util.Optional;

/** {@code POST …/operations/partitionkeydelete}: deletes a logical partition. */
public record PartitionDeleteResource(ContainerLookup containers) implements Resource {
  @Override
  public Optional<Route> route(ApiRequest request) {
    boolean mine =
        request.isAt(6, "dbs", "colls", "operations")
            && request.path().get(5).equals("partitionkeydelete")
            && request.method().equals("POST");
    return mine
        ? Optional.of(Route.blocking(Action.DELETE_PARTITION, this::delete))
        : Optional.empty();
  }

  private ApiResponse delete(Exchange exchange) {
    Container container = containers.of(exchange);
    PartitionKeyValue key = ContainerLookup.partitionKey(exchange.request(), container);
    exchange.enter(container.partitionOf(key), key);
    PartitionResult<Double> done = container.deleteAll(key);
    exchange.charge(done.value());
    return ContainerLookup.named(
        ApiResponse.empty(200).with(done.sessionToken()), exchange, container);
  }
}
