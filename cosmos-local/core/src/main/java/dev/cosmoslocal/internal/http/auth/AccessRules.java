package dev.cosmoslocal.internal.http.auth;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmoslocal.internal.budget.Budget;
import dev.cosmoslocal.internal.engine.account.Account;
import dev.cosmoslocal.internal.engine.account.PermittedResource;
import dev.cosmoslocal.internal.engine.container.Container;
import dev.cosmoslocal.internal.engine.container.ScriptKind;
import dev.cosmoslocal.internal.engine.key.PartitionKeyValue;
import dev.cosmoslocal.internal.engine.operation.EntityTagConditions;
import dev.cosmoslocal.internal.engine.operation.ItemOperation;
import dev.cosmoslocal.internal.engine.partition.ReadConsistency;
import dev.cosmoslocal.internal.engine.resource.EngineException;
import dev.cosmoslocal.internal.engine.resource.Json;
import dev.cosmoslocal.internal.engine.resource.ResourceIds;
import dev.cosmoslocal.internal.engine.resource.ServiceLimits;
import dev.cosmoslocal.internal.exchange.Action;
import dev.cosmoslocal.internal.exchange.ApiRequest;
import dev.cosmoslocal.internal.exchange.ContainerLookup;
import dev.cosmoslocal.internal.exchange.Route;
import dev.cosmoslocal.internal.http.auth.Grant.Permission;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Decides whether the holder of a credential may take a route. The decision depends on the route
 * that the router has chosen, not on headers that might have led to another one. The account's key
 * may take every route. A resource token may take those that have a rule, and no other ones: "The
 * All mode provides read, write, and delete access to a resource. The Read mode provides read-only
 * access" (Microsoft Learn, REST API, "Permissions").
 */
public record AccessRules(Account account) {
  private static final int DATABASE = 1;
  private static final int CONTAINER = 3;
  private static final int CHILD = 5;

  private static final Map<Action, Rule> RULES = rules();

  /** The kinds of resources that a permission may be for. */
  private enum Holder {
    CONTAINER,
    PARTITION_KEY,
    ITEM,
    /** A stored procedure, a trigger or a user-defined function. */
    SCRIPT
  }

  /** The resource that a route touches, which has to lie within the permission's. */
  private enum Touches {
    /** Nothing but the account's description. */
    ACCOUNT,
    /** The container's description, or the plan of a query: no data of a partition. */
    CONTAINER,
    /** The partition key that the request names, or all of them. */
    PARTITION_KEY,
    /** The partition key that each operation in the body names. */
    OPERATIONS,
    /** The script in the path. */
    SCRIPT
  }

  /** The access that a route takes, and the holders that may have it. */
  private record Rule(boolean writes, Touches touches, Set<Holder> holders) {}

  private static Map<Action, Rule> rules() {
    Set<Holder> all = EnumSet.allOf(Holder.class);
    Set<Holder> keys = EnumSet.of(Holder.CONTAINER, Holder.PARTITION_KEY);
    Set<Holder> items = EnumSet.of(Holder.CONTAINER, Holder.PARTITION_KEY, Holder.ITEM);
    Set<Holder> scripts = EnumSet.of(Holder.CONTAINER, Holder.SCRIPT);
    Set<Holder> container = EnumSet.of(Holder.CONTAINER);
    Map<Action, Rule> rules = new EnumMap<>(Action.class);
    // Before it uses its permission, a client reads the account, the container and its ranges.
    rules.put(Action.READ_ACCOUNT, new Rule(false, Touches.ACCOUNT, all));
    rules.put(Action.READ_CONTAINER, new Rule(false, Touches.CONTAINER, all));
    rules.put(Action.READ_PARTITION_RANGES, new Rule(false, Touches.CONTAINER, all));
    rules.put(Action.PLAN_QUERY, new Rule(false, Touches.CONTAINER, keys));
    for (Action read :
        List.of(
            Action.QUERY_ITEMS,
            Action.QUERY_ALL_PARTITIONS,
            Action.LIST_ITEMS,
            Action.LIST_ALL_PARTITIONS,
            Action.READ_CHANGE_FEED)) {
      rules.put(read, new Rule(false, Touches.PARTITION_KEY, keys));
    }
    rules.put(Action.READ_ITEM, new Rule(false, Touches.PARTITION_KEY, items));
    for (Action write : List.of(Action.REPLACE_ITEM, Action.PATCH_ITEM, Action.DELETE_ITEM)) {
      rules.put(write, new Rule(true, Touches.PARTITION_KEY, items));
    }
    // Scripts can do anything in their logical partition, so that they need All there.
    for (Action write :
        List.of(
            Action.CREATE_ITEM,
            Action.UPSERT_ITEM,
            Action.BATCH,
            Action.DELETE_PARTITION,
            Action.RUN_TRIGGERS,
            Action.EXECUTE_PROCEDURE)) {
      rules.put(write, new Rule(true, Touches.PARTITION_KEY, keys));
    }
    rules.put(Action.BULK, new Rule(true, Touches.OPERATIONS, keys));
    rules.put(Action.READ_SCRIPT, new Rule(false, Touches.SCRIPT, scripts));
    rules.put(Action.REPLACE_SCRIPT, new Rule(true, Touches.SCRIPT, scripts));
    rules.put(Action.DELETE_SCRIPT, new Rule(true, Touches.SCRIPT, scripts));
    for (Action read : List.of(Action.LIST_SCRIPTS, Action.LIST_CONFLICTS, Action.READ_CONFLICT)) {
      rules.put(read, new Rule(false, Touches.CONTAINER, container));
    }
    for (Action write :
        List.of(
            Action.CREATE_SCRIPT,
            Action.DELETE_CONFLICT,
            Action.REPLACE_CONTAINER,
            Action.DELETE_CONTAINER)) {
      rules.put(write, new Rule(true, Touches.CONTAINER, container));
    }
    return rules;
  }

  /**
   * Decides by the head of a request, before its body is read.
   *
   * @throws EngineException 403 if the holder may not take the route
   */
  public void check(Grant grant, Route route, ApiRequest request) {
    boolean permitted =
        grant == Grant.EVERYTHING
            || grant instanceof Permission permission
                && permits(permission, route.action(), request);
    if (!permitted) {
      throw refusal();
    }
  }

  /**
   * Decides by the body of a request what its head does not tell: the partition keys of the
   * operations of a bulk request, and the id of an item that replaces another one. Called on the
   * thread that handles the request, since it parses the body.
   *
   * @throws EngineException 403 if the holder may not use one of them, 400 if one is malformed
   */
  public void checkBody(Grant grant, Route route, ApiRequest request) {
    if (!(grant instanceof Permission permission)) {
      return;
    }
    Budget budget = Budget.current();
    long before = budget.allocated();
    if (route.action() == Action.BULK && permission.partitionKey() != null) {
      checkOperations(permission.partitionKey(), request);
    } else if (route.action() == Action.REPLACE_ITEM && holder(permission) == Holder.ITEM) {
      checkId(request);
    }
    // The handler parses the body again.
    budget.release(before);
  }

  private void checkOperations(PartitionKeyValue permitted, ApiRequest request) {
    if (request.body().length > ServiceLimits.BATCH_BYTES) {
      // The handler refuses it.
      return;
    }
    Container container = container(request).orElseThrow(AccessRules::refusal);
    for (JsonNode operation : Json.parse(request.body())) {
      if (!ContainerLookup.partitionKeyOfOperation(operation, request, container)
          .equals(permitted)) {
        throw refusal();
      }
    }
  }

  /** An item that gets another id is another resource. */
  private void checkId(ApiRequest request) {
    Container container = container(request).orElseThrow(AccessRules::refusal);
    PartitionKeyValue key = ContainerLookup.partitionKey(request, container);
    JsonNode id = Json.parse(request.body()).path("id");
    if (id.isTextual() && !id.textValue().equals(ContainerLookup.itemId(request, container, key))) {
      throw refusal();
    }
  }

  private static EngineException refusal() {
    return new EngineException(
        403, 0, "Insufficient permissions provided in the authorization header for the request.");
  }

  private boolean permits(Permission permission, Action action, ApiRequest request) {
    Rule rule = RULES.get(action);
    Holder holder = holder(permission);
    if (rule == null || !rule.holders.contains(holder) || rule.writes && !permission.writes()) {
      return false;
    }
    if (rule.touches == Touches.ACCOUNT) {
      return true;
    }
    Optional<Container> found =
        container(request).filter(named -> named.rid().equals(permission.containerRid()));
    if (found.isEmpty()) {
      return false;
    }
    return switch (rule.touches) {
      case PARTITION_KEY ->
          ofKey(permission, found.get(), request)
              && (holder != Holder.ITEM || ofItem(permission, found.get(), request));
      case SCRIPT -> holder == Holder.CONTAINER || ofScript(permission, found.get(), request);
      default -> true;
    };
  }

  private static Holder holder(Permission permission) {
    return switch (permission.resource().feed()) {
      case "" -> permission.partitionKey() == null ? Holder.CONTAINER : Holder.PARTITION_KEY;
      case "docs" -> Holder.ITEM;
      default -> Holder.SCRIPT;
    };
  }

  private Optional<Container> container(ApiRequest request) {
    List<String> path = request.path();
    try {
      return Optional.of(account.database(path.get(DATABASE)).container(path.get(CONTAINER)));
    } catch (EngineException missing) {
      return Optional.empty();
    }
  }

  private static boolean ofKey(Permission permission, Container container, ApiRequest request) {
    PartitionKeyValue permitted = permission.partitionKey();
    return permitted == null
        || ContainerLookup.partitionKeyIfAny(request, container)
            .filter(permitted::equals)
            .isPresent();
  }

  /**
   * Permission and request name the item by its id or by its resource id. No item is parsed, since
   * event loops call this.
   */
  private static boolean ofItem(Permission permission, Container container, ApiRequest request) {
    String permitted = permission.resource().child();
    String given = request.path().get(CHILD);
    if (permitted.equals(given)) {
      return true;
    }
    PartitionKeyValue key = ContainerLookup.partitionKey(request, container);
    boolean byRid =
        request.path().get(CONTAINER).equals(container.rid())
            && ResourceIds.itemNumber(given).isPresent();
    return byRid
        ? rid(container, key, permitted).equals(given)
        : rid(container, key, given).equals(permitted);
  }

  /** The resource id of the item with an id; empty if the item is missing. */
  private static String rid(Container container, PartitionKeyValue key, String id) {
    return container
        .read(key, new ItemOperation.Read(id, EntityTagConditions.NONE), ReadConsistency.LATEST)
        .value()
        .flatMap(result -> result.item())
        .map(item -> item.resourceId())
        .orElse("");
  }

  private static boolean ofScript(Permission permission, Container container, ApiRequest request) {
    PermittedResource resource = permission.resource();
    if (!request.path().get(CHILD - 1).equals(resource.feed())) {
      return false;
    }
    for (ScriptKind kind : ScriptKind.values()) {
      if (kind.path().equals(resource.feed())) {
        String permitted = rid(container, kind, resource.child());
        return !permitted.isEmpty()
            && permitted.equals(rid(container, kind, request.path().get(CHILD)));
      }
    }
    return false;
  }

  private static String rid(Container container, ScriptKind kind, String nameOrRid) {
    return container.scripts().find(kind, nameOrRid).map(script -> script.rid()).orElse("");
  }
}
