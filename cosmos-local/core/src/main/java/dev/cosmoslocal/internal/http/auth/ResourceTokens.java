package dev.cosmoslocal.internal.http.auth;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmoslocal.internal.engine.account.Account;
import dev.cosmoslocal.internal.engine.account.Database;
import dev.cosmoslocal.internal.engine.account.PermittedResource;
import dev.cosmoslocal.internal.engine.account.Users;
import dev.cosmoslocal.internal.engine.key.PartitionKeyValue;
import dev.cosmoslocal.internal.engine.resource.EngineException;
import dev.cosmoslocal.internal.engine.resource.Json;
import dev.cosmoslocal.internal.exchange.ApiRequest;
import dev.cosmoslocal.internal.exchange.Headers;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Clock;
import java.util.Base64;
import java.util.List;
import java.util.Set;

/**
 * Tokens that allow what a permission says, for a limited time (Microsoft Learn, "Secure access to
 * data in Azure Cosmos DB", "Resource tokens"). A token contains its claims, signed with the
 * account's key, and is valid as long as its permission says the same.
 */
public final class ResourceTokens {
  static final String PREFIX = "type=resource&ver=1&sig=";
  private static final int STANDARD_SECONDS = 3_600;
  private static final int MAX_SECONDS = 18_000;
  private static final int LEAST_SECONDS = 10;

  /** The settings of a permission that a token stands for. */
  private static final List<String> CLAIMED =
      List.of("permissionMode", "resource", "resourcePartitionKey");

  private final Account account;
  private final Signer signature;
  private final Clock clock;

  public ResourceTokens(Account account, Signer signature, Clock clock) {
    this.account = account;
    this.signature = signature;
    this.clock = clock;
  }

  /**
   * Adds a new token to the description of a permission.
   *
   * @param request the request, which may say how long the token is valid
   */
  public void add(
      ObjectNode permission, Database database, Users.PermissionId id, ApiRequest request) {
    int seconds = request.number(Headers.EXPIRY, STANDARD_SECONDS);
    if (seconds < LEAST_SECONDS || seconds > MAX_SECONDS) {
      throw EngineException.badRequest("A token can be valid for 10 to 18,000 seconds.");
    }
    ObjectNode claims =
        Json.object()
            .put("database", database.rid())
            .put("user", id.user())
            .put("permission", id.permission())
            .put("container", containerRid(permission, database))
            .put("until", clock.instant().getEpochSecond() + seconds);
    CLAIMED.stream()
        .filter(permission::has)
        .forEach(name -> claims.set(name, permission.path(name)));
    String text = Base64.getUrlEncoder().withoutPadding().encodeToString(Json.bytes(claims));
    permission.put("_token", PREFIX + signed(text) + ";" + text + ";");
  }

  /** Empty if there is no such container in the user's database: the token permits nothing. */
  private static String containerRid(ObjectNode permission, Database database) {
    PermittedResource resource = PermittedResource.of(permission.path("resource").asText());
    if (!Set.of(database.id(), database.rid()).contains(resource.database())) {
      return "";
    }
    try {
      return database.container(resource.container()).rid();
    } catch (EngineException missing) {
      return "";
    }
  }

  private String signed(String text) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(signature.of(text));
  }

  /**
   * Reads a token. Fails with 401 for one that is not of this account, 403 for one that has expired
   * or whose permission was deleted or replaced by another one since.
   */
  Grant check(String token) {
    String[] parts = token.substring(PREFIX.length()).split(";");
    if (parts.length != 2 || !same(parts[0], signed(parts[1]))) {
      throw new EngineException(401, 0, "The resource token was not issued by this emulator.");
    }
    JsonNode claims = Json.parse(Base64.getUrlDecoder().decode(parts[1]));
    if (claims.path("until").longValue() < clock.instant().getEpochSecond()) {
      throw new EngineException(
          403, 0, "The authorization token is not valid at the current time: it has expired.");
    }
    JsonNode permission = permission(claims);
    for (String name : CLAIMED) {
      if (!permission.path(name).toString().equals(claims.path(name).toString())) {
        throw gone();
      }
    }
    JsonNode key = claims.path("resourcePartitionKey");
    return new Grant.Permission(
        PermittedResource.of(claims.path("resource").asText()),
        claims.path("container").asText(),
        claims.path("permissionMode").asText().equalsIgnoreCase("All"),
        key.isMissingNode() ? null : PartitionKeyValue.parse(key.toString()));
  }

  private JsonNode permission(JsonNode claims) {
    Users.PermissionId id =
        new Users.PermissionId(
            claims.path("user").intValue(), claims.path("permission").intValue());
    try {
      return account
          .database(claims.path("database").asText())
          .users()
          .permission(id)
          .orElseThrow(ResourceTokens::gone);
    } catch (EngineException deleted) {
      throw gone();
    }
  }

  private static EngineException gone() {
    return new EngineException(
        403,
        0,
        "The authorization token is not valid any more: its permission was deleted or replaced.");
  }

  private static boolean same(String one, String other) {
    return MessageDigest.isEqual(
        one.getBytes(StandardCharsets.UTF_8), other.getBytes(StandardCharsets.UTF_8));
  }
}
