package dev.cosmoslocal.internal.engine.account;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmoslocal.internal.engine.definition.SettingNames;
import dev.cosmoslocal.internal.engine.key.PartitionKeyValue;
import dev.cosmoslocal.internal.engine.resource.AccountContext;
import dev.cosmoslocal.internal.engine.resource.EngineException;
import dev.cosmoslocal.internal.engine.resource.IdRules;
import dev.cosmoslocal.internal.engine.resource.Json;
import dev.cosmoslocal.internal.engine.resource.ResourceIds;
import dev.cosmoslocal.internal.engine.resource.SavedState;
import dev.cosmoslocal.internal.engine.resource.StoredDocuments;
import dev.cosmoslocal.internal.storage.Change;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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

  /** The place of a permission, which no other permission of the database ever has. */
  public record PermissionId(int user, int permission) {}

  Users(int database, AccountContext context) {
    this.database = database;
    this.context = context;
    this.users =
        new NamedResources(
            new NamedResources.ResourceType(
                "user",
                "user/" + database + "/",
                Database.document(database),
                "dbs/" + ResourceIds.database(database) + "/users/",
                number -> ResourceIds.user(database, number),
                Users::user),
            context);
  }

  public NamedResources all() {
    return users;
  }

  /**
   * The permissions of a user, a live view.
   *
   * @throws EngineException 404 if there is no such user
   */
  public NamedResources permissions(String nameOrRid) {
    return permissionList(users.number(nameOrRid));
  }

  private NamedResources permissionList(int user) {
    return permissions.computeIfAbsent(
        user, number -> new NamedResources(permissionsOf(number), context));
  }

  /**
   * Finds the place of a permission.
   *
   * @throws EngineException 404 if there is no such permission
   */
  public PermissionId permissionId(String user, String permission) {
    return new PermissionId(users.number(user), permissions(user).number(permission));
  }

  /** Finds a permission by its place; empty if it or its user was deleted. */
  public Optional<ObjectNode> permission(PermissionId id) {
    return users.get(id.user()).flatMap(user -> permissionList(id.user()).get(id.permission()));
  }

  /**
   * Deletes a user and its permissions.
   *
   * @throws EngineException 404 if it doesn\'t exist, 412 if the tag is another
   */
  public void delete(String nameOrRid, @Nullable String ifMatch) {
    int number = users.number(nameOrRid);
    users.delete(nameOrRid, ifMatch);
    permissions.remove(number);
    Change removal = StoredDocuments.removeAllChange(permissionDocuments(number));
    context.documents().writeMade(List.of(removal)).await();
  }

  Runnable save() {
    // A list without a permission is made on first use, and must not be made again: its counter
    // would give numbers of deleted permissions to others.
    users.numbers().forEach(this::permissionList);
    List<Runnable> parts = new ArrayList<>(List.of(users.save(), SavedState.of(permissions)));
    permissions.values().forEach(list -> parts.add(list.save()));
    return SavedState.of(parts);
  }

  List<Change> removal() {
    return List.of(
        StoredDocuments.removeAllChange("user/" + database + "/"),
        StoredDocuments.removeAllChange("permission/" + database + "/"));
  }

  private NamedResources.ResourceType permissionsOf(int user) {
    String userRid = ResourceIds.user(database, user);
    return new NamedResources.ResourceType(
        "permission",
        permissionDocuments(user),
        "user/" + database + "/" + user,
        "dbs/" + ResourceIds.database(database) + "/users/" + userRid + "/permissions/",
        number -> ResourceIds.permission(database, user, number),
        Users::permission);
  }

  private String permissionDocuments(int user) {
    return "permission/" + database + "/" + user + "/";
  }

  private static ObjectNode user(ObjectNode body) {
    SettingNames.check(body, "user", Set.of("id"));
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
    PermittedResource.of(resource);
    SettingNames.check(
        body, "permission", Set.of("id", "permissionMode", "resource", "resourcePartitionKey"));
    ObjectNode settings = Json.object().put("id", IdRules.check(body.path("id")));
    settings.put("permissionMode", mode).put("resource", resource);
    JsonNode key = body.path("resourcePartitionKey");
    if (!key.isMissingNode() && !key.isNull()) {
      PartitionKeyValue.parse(key.toString());
      settings.set("resourcePartitionKey", key);
    }
    return settings;
  }
}
