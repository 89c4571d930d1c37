package dev.cosmoslocal.internal.http;

import dev.cosmoslocal.internal.engine.account.Account;
import dev.cosmoslocal.internal.engine.container.ScriptKind;
import dev.cosmoslocal.internal.engine.resource.EngineException;
import dev.cosmoslocal.internal.exchange.Action;
import dev.cosmoslocal.internal.exchange.ApiRequest;
import dev.cosmoslocal.internal.exchange.ContainerLookup;
import dev.cosmoslocal.internal.exchange.Resource;
import dev.cosmoslocal.internal.exchange.Route;
import dev.cosmoslocal.internal.exchange.WorkKind;
import dev.cosmoslocal.internal.http.auth.AccessRules;
import dev.cosmoslocal.internal.http.auth.Credentials;
import dev.cosmoslocal.internal.http.auth.MasterKey;
import dev.cosmoslocal.internal.http.auth.ResourceTokens;
import dev.cosmoslocal.internal.http.auth.Signer;
import dev.cosmoslocal.internal.http.resource.AccountResource;
import dev.cosmoslocal.internal.http.resource.AddressesResource;
import dev.cosmoslocal.internal.http.resource.BatchResource;
import dev.cosmoslocal.internal.http.resource.ChangeFeedResource;
import dev.cosmoslocal.internal.http.resource.ConflictsResource;
import dev.cosmoslocal.internal.http.resource.ContainersResource;
import dev.cosmoslocal.internal.http.resource.CrossPartitionQueryResource;
import dev.cosmoslocal.internal.http.resource.DatabasesResource;
import dev.cosmoslocal.internal.http.resource.ItemResource;
import dev.cosmoslocal.internal.http.resource.OffersResource;
import dev.cosmoslocal.internal.http.resource.PartitionDeleteResource;
import dev.cosmoslocal.internal.http.resource.PartitionRangesResource;
import dev.cosmoslocal.internal.http.resource.ProcedureResource;
import dev.cosmoslocal.internal.http.resource.QueryResource;
import dev.cosmoslocal.internal.http.resource.ReplicaProgressResource;
import dev.cosmoslocal.internal.http.resource.ScriptsResource;
import dev.cosmoslocal.internal.http.resource.UsersResource;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Finds the handler of a request. */
final class Router {
  private final ContainerLookup containers;
  private final List<Resource> resources;
  private final AddressesResource addresses;
  private final Credentials credentials;
  private final AccessRules access;
  private final boolean writesWait;

  /** Writes that wait for a file must not block an event loop. */
  private Router(
      ContainerLookup containers,
      List<Resource> resources,
      AddressesResource addresses,
      Credentials credentials,
      AccessRules access,
      boolean writesWait) {
    this.containers = containers;
    this.resources = resources;
    this.addresses = addresses;
    this.credentials = credentials;
    this.access = access;
    this.writesWait = writesWait;
  }

  static Router of(Account account, Supplier<String> endpoint, ServerConfig config) {
    ContainerLookup containers = new ContainerLookup(account, config.consistency());
    Signer signature = new Signer(config.key());
    ResourceTokens tokens = new ResourceTokens(account, signature, config.requestClock());
    MasterKey key = new MasterKey(signature, config.requestClock());
    return new Router(
        containers,
        List.of(
            new ItemResource(containers),
            new CrossPartitionQueryResource(containers, account.queries()),
            new QueryResource(containers, account.queries()),
            new BatchResource(containers, account.queries().engine()),
            new ChangeFeedResource(containers),
            new PartitionRangesResource(containers),
            new ReplicaProgressResource(containers),
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
        new AddressesResource(containers, endpoint),
        new Credentials(key, tokens),
        new AccessRules(account),
        account.durable());
  }

  /** The name of the container in a request's path, empty if none. */
  String container(ApiRequest request) {
    return containers.name(request.path());
  }

  Account account() {
    return containers.account();
  }

  ContainerLookup containers() {
    return containers;
  }

  AddressesResource addresses() {
    return addresses;
  }

  Credentials credentials() {
    return credentials;
  }

  /** The decision whether a credential may take a route. */
  AccessRules access() {
    return access;
  }

  Route route(ApiRequest request) {
    Route route = find(request);
    boolean quick = route.workKind() == WorkKind.QUICK;
    return writesWait && quick && !request.method().equals("GET")
        ? route.onBlockingThread()
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
        Action.NONE,
        exchange -> {
          throw EngineException.unsupported(
              "The request " + request.method() + " /" + String.join("/", request.path()));
        });
  }
}
