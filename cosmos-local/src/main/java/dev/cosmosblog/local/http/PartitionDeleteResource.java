package dev.cosmosblog.local.http;

import dev.cosmosblog.local.engine.Container;
import dev.cosmosblog.local.engine.Marked;
import dev.cosmosblog.local.engine.PartitionKeyValue;
import dev.cosmosblog.local.request.RequestKind;
import java.util.Optional;

/** {@code POST …/operations/partitionkeydelete}: removes a logical partition. */
record PartitionDeleteResource(Containers containers) implements Resource {
  @Override
  public Optional<Route> route(ApiRequest request) {
    boolean mine =
        request.isAt(6, "dbs", "colls", "operations")
            && request.path().get(5).equals("partitionkeydelete")
            && request.method().equals("POST");
    return mine
        ? Optional.of(Route.slow(RequestKind.DELETE_PARTITION, this::delete))
        : Optional.empty();
  }

  private ApiResponse delete(Exchange exchange) {
    Container container = containers.of(exchange);
    PartitionKeyValue key = Containers.partitionKey(exchange.request(), container);
    exchange.asked(container.partitionOf(key));
    Marked<Double> done = container.deleteAll(key);
    exchange.charge(done.value());
    return Containers.named(ApiResponse.empty(200).with(done.partition()), exchange, container);
  }
}
