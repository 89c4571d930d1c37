package dev.cosmosblog.local.http;

import dev.cosmosblog.local.engine.Account;
import dev.cosmosblog.local.engine.EngineException;
import dev.cosmosblog.local.engine.ScriptKind;
import dev.cosmosblog.local.request.RequestKind;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Finds who answers a request. */
final class Router {
  private final Containers containers;
  private final List<Resource> resources;
  private final Credentials credentials;
  private final boolean writesWait;

  /** Where writes wait for a file, they are not to hold up an event loop. */
  private Router(
      Containers containers,
      List<Resource> resources,
      Credentials credentials,
      boolean writesWait) {
    this.containers = containers;
    this.resources = resources;
    this.credentials = credentials;
    this.writesWait = writesWait;
  }

  static Router of(Account account, Supplier<String> endpoint, ServerConfig config) {
    Containers containers = new Containers(account, config.consistency());
    Signature signature = new Signature(config.key());
    ResourceTokens tokens = new ResourceTokens(account, signature, config.requestClock());
    MasterKey key = new MasterKey(signature, config.requestClock());
    return new Router(
        containers,
        List.of(
            new ItemResource(containers),
            new ItemsResource(containers),
            new EveryPartitionResource(containers, account.queries()),
            new QueryResource(containers, account.queries()),
            new BatchResource(containers, account.queries().engine()),
            new ChangeFeedResource(containers),
            new PartitionRangesResource(containers),
            new PartitionDeleteResource(containers),
            new ConflictsResource(containers),
            new ContainersResource(account),
            new DatabasesResource(account),
            new UsersResource(account, tokens),
            new OffersResource(account),
            new AccountResource(config.listening()::endpoint, endpoint, config.consistency()),
            new ProcedureResource(containers, account.scripts()),
            new ScriptsResource(containers, ScriptKind.STORED_PROCEDURE),
            new ScriptsResource(containers, ScriptKind.TRIGGER),
            new ScriptsResource(containers, ScriptKind.FUNCTION)),
        new Credentials(key, tokens),
        account.durable());
  }

  /** The name of the container that a request is about, empty if none. */
  String container(ApiRequest request) {
    return containers.name(request.path());
  }

  /** Who may ask for what. */
  Credentials credentials() {
    return credentials;
  }

  Route route(ApiRequest request) {
    Route route = find(request);
    return writesWait && !request.method().equals("GET")
        ? Route.waiting(route.kind(), route.handler())
        : route;
  }

  private Route find(ApiRequest request) {
    for (Resource resource : resources) {
      Optional<Route> route = resource.route(request);
      if (route.isPresent()) {
        return route.get();
      }
    }
    return Route.quick(
        RequestKind.UNKNOWN,
        exchange -> {
          throw EngineException.unsupported(
              "The request " + request.method() + " /" + String.join("/", request.path()));
        });
  }
}
