package dev.cosmosblog.local.http;

import dev.cosmosblog.local.engine.Container;
import dev.cosmosblog.local.engine.EngineException;
import dev.cosmosblog.local.request.RequestKind;
import java.util.List;
import java.util.Optional;

/**
 * {@code …/conflicts}: what writes of several regions have left unresolved, which is nothing where
 * there is one region.
 */
record ConflictsResource(Containers containers) implements Resource {
  @Override
  public Optional<Route> route(ApiRequest request) {
    if (request.isAt(5, "dbs", "colls", "conflicts")
        && (request.method().equals("GET") || request.isQuery())) {
      return Optional.of(Route.quick(RequestKind.CONTAINER, this::list));
    }
    if (request.isAt(6, "dbs", "colls", "conflicts")
        && (request.method().equals("GET") || request.method().equals("DELETE"))) {
      return Optional.of(Route.quick(RequestKind.CONTAINER, this::missing));
    }
    return Optional.empty();
  }

  private ApiResponse list(Exchange exchange) {
    Container container = containers.of(exchange);
    Feeds.Owned owned = new Feeds.Owned(container.rid(), "Conflicts");
    ApiResponse none =
        Feeds.page(exchange.request(), owned, List.of(), containers.account().queries());
    return Containers.named(none, exchange, container);
  }

  private ApiResponse missing(Exchange exchange) {
    containers.of(exchange);
    throw EngineException.notFound("the conflict does not exist.");
  }
}
