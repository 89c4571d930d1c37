package dev.cosmosblog.local.http;

import dev.cosmosblog.local.engine.Account;
import dev.cosmosblog.local.engine.EngineException;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Finds who answers a request. */
final class Router {
  private final List<Resource> resources;

  private Router(List<Resource> resources) {
    this.resources = resources;
  }

  static Router of(Account account, Supplier<String> endpoint) {
    Containers containers = new Containers(account);
    return new Router(
        List.of(
            new ItemResource(containers),
            new ItemsResource(containers),
            new EveryPartitionResource(containers, account.queries()),
            new QueryResource(containers, account.queries()),
            new BatchResource(containers, account.queries().engine()),
            new ChangeFeedResource(containers, account.queries()),
            new PartitionRangesResource(containers),
            new PartitionDeleteResource(containers),
            new ContainersResource(account),
            new DatabasesResource(account),
            new OffersResource(account),
            new AccountResource(endpoint),
            new ScriptsResource()));
  }

  Route route(ApiRequest request) {
    for (Resource resource : resources) {
      Optional<Route> route = resource.route(request);
      if (route.isPresent()) {
        return route.get();
      }
    }
    return Route.quick(
        Operation.UNKNOWN,
        exchange -> {
          throw EngineException.unsupported(
              "The request " + request.method() + " /" + String.join("/", request.path()));
        });
  }
}
