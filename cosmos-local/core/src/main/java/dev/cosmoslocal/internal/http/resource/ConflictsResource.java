package dev.cosmoslocal.internal.http.resource;

import dev.cosmoslocal.internal.engine.container.Container;
import dev.cosmoslocal.internal.engine.resource.EngineException;
import dev.cosmoslocal.internal.exchange.Action;
import dev.cosmoslocal.internal.exchange.ApiRequest;
import dev.cosmoslocal.internal.exchange.ApiResponse;
import dev.cosmoslocal.internal.exchange.ContainerLookup;
import dev.cosmoslocal.internal.exchange.Exchange;
import dev.cosmoslocal.internal.exchange.Resource;
import dev.cosmoslocal.internal.exchange.Route;
import java.util.List;
import java.util.Optional;

/**
 * {@code …/conflicts}: unresolved conflicts between writes of several regions. They don't occur
 * with one region.
 */
public record ConflictsResource(ContainerLookup containers) implements Resource {
  @Override
  public Optional<Route> route(ApiRequest request) {
    if (request.isAt(5, "dbs", "colls", "conflicts")
        && (request.method().equals("GET") || request.isQuery())) {
      return Optional.of(Route.quick(Action.LIST_CONFLICTS, this::list));
    }
    if (!request.isAt(6, "dbs", "colls", "conflicts")) {
      return Optional.empty();
    }
    return switch (request.method()) {
      case "GET" -> Optional.of(Route.quick(Action.READ_CONFLICT, this::missing));
      case "DELETE" -> Optional.of(Route.quick(Action.DELETE_CONFLICT, this::missing));
      default -> Optional.empty();
    };
  }

  private ApiResponse list(Exchange exchange) {
    Container container = containers.of(exchange);
    ListResponse.Owned owned = new ListResponse.Owned(container.rid(), "Conflicts");
    ApiResponse none =
        ListResponse.page(exchange.request(), owned, List.of(), containers.account().queries());
    return ContainerLookup.named(none, exchange, container);
  }

  private ApiResponse missing(Exchange exchange) {
    containers.of(exchange);
    throw EngineException.notFound("the conflict does not exist.");
  }
}
