package dev.cosmosblog.local.http;

import dev.cosmosblog.local.engine.EngineException;
import java.util.Optional;
import java.util.Set;

/** Scripts, which are not there yet. */
record ScriptsResource() implements Resource {
  private static final Set<String> KINDS = Set.of("sprocs", "triggers", "udfs");

  @Override
  public Optional<Route> route(ApiRequest request) {
    boolean mine = request.path().size() >= 5 && KINDS.contains(request.path().get(4));
    return mine
        ? Optional.of(Route.quick(Operation.SCRIPT, ScriptsResource::refuse))
        : Optional.empty();
  }

  private static ApiResponse refuse(Exchange exchange) {
    throw EngineException.unsupported("The script resource " + exchange.request().path().get(4));
  }
}
