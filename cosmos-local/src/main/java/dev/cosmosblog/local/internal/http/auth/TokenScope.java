package dev.cosmosblog.local.internal.http.auth;

import dev.cosmosblog.local.internal.engine.account.Account;
import dev.cosmosblog.local.internal.engine.container.Container;
import dev.cosmosblog.local.internal.engine.operation.EntityTagConditions;
import dev.cosmosblog.local.internal.engine.operation.ItemOperation;
import dev.cosmosblog.local.internal.engine.resource.EngineException;
import dev.cosmosblog.local.internal.http.exchange.ApiRequest;
import dev.cosmosblog.local.internal.http.exchange.ContainerLookup;
import java.util.List;

/** A resource by its path, of names or of resource ids, and everything within it. */
record TokenScope(Account account, List<String> path) {
  private static final int DATABASE = 1;
  private static final int CONTAINER = 3;
  private static final int CHILD = 5;

  /** Returns whether a request is about the resource or something within. */
  boolean holds(ApiRequest request) {
    List<String> other = request.path();
    if (path.isEmpty() || other.size() < path.size()) {
      return false;
    }
    for (int i = 0; i < path.size(); i++) {
      if (!same(i, other.get(i)) && !(i == CHILD && sameItem(request))) {
        return false;
      }
    }
    return true;
  }

  /**
   * Returns whether the resource of another path is within this one. The partitions of a container
   * count as around everything in it.
   */
  boolean above(List<String> other) {
    int size = path.size() == CHILD && path.get(CHILD - 1).equals("pkranges") ? 4 : path.size();
    for (int i = 0; i < size; i++) {
      if (i >= other.size() || !same(i, other.get(i))) {
        return false;
      }
    }
    return true;
  }

  private boolean same(int place, String other) {
    String mine = path.get(place);
    try {
      return mine.equals(other)
          || place == DATABASE && account.database(mine).rid().equals(account.database(other).rid())
          || place == CONTAINER && container(mine).rid().equals(container(other).rid());
    } catch (EngineException missing) {
      return false;
    }
  }

  private Container container(String nameOrRid) {
    return account.database(path.get(DATABASE)).container(nameOrRid);
  }

  /** An item may be named by its id in one path and by its resource id in the other. */
  private boolean sameItem(ApiRequest request) {
    if (!path.get(CHILD - 1).equals("docs")) {
      return false;
    }
    try {
      Container container = container(path.get(CONTAINER));
      return rid(container, request, path.get(CHILD))
          .equals(rid(container, request, request.path().get(CHILD)));
    } catch (EngineException missing) {
      return false;
    }
  }

  private static String rid(Container container, ApiRequest request, String nameOrRid) {
    return container
        .execute(
            ContainerLookup.partitionKey(request, container),
            new ItemOperation.Read(nameOrRid, EntityTagConditions.NONE))
        .value()
        .item()
        .map(item -> item.json().path("_rid").asText())
        .orElse("");
  }
}
