package dev.cosmoslocal.internal.http.resource;

import dev.cosmoslocal.internal.exchange.Action;
import dev.cosmoslocal.internal.exchange.ApiRequest;
import dev.cosmoslocal.internal.exchange.ApiResponse;
import dev.cosmoslocal.internal.exchange.ContainerLookup;
import dev.cosmoslocal.internal.exchange.Resource;
import dev.cosmoslocal.internal.exchange.Route;
import java.util.Optional;

/**
 * {@code HEAD} of a container or of the list of databases at a replica: a client in direct mode
 * asks how far the replica is, until two have reached a write (class BarrierRequestHelper of the
 * SDK for Java). Every response of a replica says it.
 */
public record ReplicaProgressResource(ContainerLookup containers) implements Resource {
  @Override
  public Optional<Route> route(ApiRequest request) {
    if (request.replica() == null || !request.method().equals("HEAD")) {
      return Optional.empty();
    }
    if (request.isAt(4, "dbs", "colls")) {
      return Optional.of(
          Route.quick(
              Action.READ_CONTAINER,
              exchange -> {
                containers.of(exchange);
                return ApiResponse.empty(200);
              }));
    }
    return request.isAt(1, "dbs")
        ? Optional.of(Route.quick(Action.LIST_DATABASES, exchange -> ApiResponse.empty(200)))
        : Optional.empty();
  }
}
