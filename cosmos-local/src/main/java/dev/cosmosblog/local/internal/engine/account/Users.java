package dev.cosmosblog.local.internal.engine.account;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmosblog.local.internal.engine.resource.AccountContext;
import dev.cosmosblog.local.internal.engine.resource.EngineException;
import dev.cosmosblog.local.internal.engine.resource.IdRules;
import dev.cosmosblog.local.internal.engine.resource.Json;
import dev.cosmosblog.local.internal.engine.resource.ResourceIds;
import dev.cosmosblog.local.internal.engine.resource.StoredDocuments;
import dev.cosmosblog.local.internal.storage.Change;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The users of a database and their permissions (Microsoft Learn, REST API, "Users" and
 * "Permissions").
 */
public final class Users {
  private static final Set<String> MODES = Set.of("Read", "All");

  private final int database;
  private final AccountContext context;
  private final NamedResources users;
  private final Map<Integer, NamedResources> permissions = new ConcurrentHashMap<>();

  Users(int database, AccountContext context) {
    this.database = database;
    this.context = context;
    this.users =
        new NamedResources(
            new NamedResources.Kind(
                "user",
                "user/" + database + "/",
                "dbs/" + ResourceIds.database(database) + "/users/",
                number -> ResourceIds.user(database, number),
                Users::user),
            context);
  }

  /**
   * The users.
   *
   * @return the list, a live view
   */
  public NamedResources all() {
    return users;
  }

  /**
   * The permissions of a user.
   *
   * @param nameOrRid the user's id or resource id
   * @return the list, a live view
   * @throws EngineException 404 if there is no such user
   */
  public NamedResources permissions(String nameOrRid) {
    return permissions.computeIfAbsent(
        users.number(nameOrRid), number -> new NamedResources(permissionsOf(number), context));
  }

  /**
   * Deletes a user and its permissions.
   *
   * @param nameOrRid the user's id or resource id
   * @param ifMatch the required entity tag; null for no condition
   * @throws EngineException 404 if there is none, 412 if the tag is another
   */
  public void delete(String nameOrRid, @Nullable String ifMatch) {
    int number = users.number(nameOrRid);
    users.delete(nameOrRid, ifMatch);
    permissions.remove(number);
    Change removal = StoredDocuments.removeAllChange(permissionDocuments(number));
    context.documents().writeMade(List.of(removal)).await();
  }

  List<Change> removal() {
    return List.of(
        StoredDocuments.removeAllChange("user/" + database + "/"),
        StoredDocuments.removeAllChange("permission/" + database + "/"));
  }

  private NamedResources.Kind permissionsOf(int user) {
    String userRid = ResourceIds.user(database, user);
    return new NamedResources.Kind(
        "permission",
        permissionDocuments(user),
        "dbs/" + ResourceIds.database(database) + "/users/" + userRid + "/permissions/",
        number -> ResourceIds.permission(database, user, number),
        Users::permission);
  }

  private String permissionDocuments(int user) {
    return "permission/" + database + "/" + user + "/";
  }

  private static ObjectNode user(ObjectNode body) {
    return Json.object()
        .put("id", IdRules.check(body.path("id")))
        .put("_permissions", "permissions/");
  }

  /**
   * The SDK for JavaScript writes modes in lower case (PermissionMode); they are shown as written.
   */
  private static ObjectNode permission(ObjectNode body) {
    String mode = body.path("permissionMode").asText();
    if (MODES.stream().noneMatch(mode::equalsIgnoreCase)) {
      throw EngineException.badRequest("The permissionMode must be Read or All.");
    }
    String resource = body.path("resource").asText();
    if (resource.isEmpty()) {
      throw EngineException.badRequest("A permission needs the link of a resource.");
    }
    ObjectNode settings = Json.object().put("id", IdRules.check(body.path("id")));
    settings.put("permissionMode", mode).put("resource", resource);
    JsonNode key = body.path("resourcePartitionKey");
    if (!key.isMissingNode() && !key.isNull()) {
      settings.set("resourcePartitionKey", key);
    }
    return settings;
  }
}
