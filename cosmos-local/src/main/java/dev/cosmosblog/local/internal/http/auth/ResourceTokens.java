package dev.cosmosblog.local.internal.http.auth;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmosblog.local.internal.engine.account.Account;
import dev.cosmosblog.local.internal.engine.resource.EngineException;
import dev.cosmosblog.local.internal.engine.resource.Json;
import dev.cosmosblog.local.internal.http.exchange.ApiRequest;
import dev.cosmosblog.local.internal.http.exchange.Headers;
import dev.cosmosblog.local.internal.http.exchange.PathDecoder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Clock;
import java.util.Base64;
import java.util.List;

/**
 * Tokens that allow what a permission says, for a limited time (Microsoft Learn, "Secure access to
 * data in Azure Cosmos DB", "Resource tokens"). A token contains its claims, signed with the
 * account's key.
 */
public final class ResourceTokens {
  static final String PREFIX = "type=resource&ver=1&sig=";
  private static final int STANDARD_SECONDS = 3_600;
  private static final int MOST_SECONDS = 18_000;
  private static final int LEAST_SECONDS = 10;

  private final Account account;
  private final Signer signature;
  private final Clock clock;

  public ResourceTokens(Account account, Signer signature, Clock clock) {
    this.account = account;
    this.signature = signature;
    this.clock = clock;
  }

  /** Adds a new token to the description of a permission. */
  public void add(ObjectNode permission, ApiRequest request) {
    int seconds = request.number(Headers.EXPIRY, STANDARD_SECONDS);
    if (seconds < LEAST_SECONDS || seconds > MOST_SECONDS) {
      throw EngineException.badRequest("A token can be valid for 10 to 18,000 seconds.");
    }
    ObjectNode claims = Json.object().put("mode", permission.path("permissionMode").asText());
    claims.put("resource", permission.path("resource").asText());
    claims.put("until", clock.instant().getEpochSecond() + seconds);
    if (permission.has("resourcePartitionKey")) {
      claims.set("key", permission.path("resourcePartitionKey"));
    }
    String text = Base64.getUrlEncoder().withoutPadding().encodeToString(Json.bytes(claims));
    permission.put("_token", PREFIX + signed(text) + ";" + text + ";");
  }

  private String signed(String text) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(signature.of(text));
  }

  /**
   * Answers 401 for a token that is not one of this account's, 403 for one that has expired or does
   * not permit the request.
   */
  void check(String token, ApiRequest request) {
    String[] parts = token.substring(PREFIX.length()).split(";");
    if (parts.length != 2 || !same(parts[0], signed(parts[1]))) {
      throw new EngineException(401, 0, "The resource token is not one of this account.");
    }
    JsonNode claims = Json.parse(Base64.getUrlDecoder().decode(parts[1]));
    if (claims.path("until").longValue() < clock.instant().getEpochSecond()) {
      throw new EngineException(
          403, 0, "The authorization token is not valid at the current time: it has expired.");
    }
    if (!permits(claims, request)) {
      throw new EngineException(
          403, 0, "Insufficient permissions provided in the authorization header for the request.");
    }
  }

  private static boolean same(String one, String other) {
    return MessageDigest.isEqual(
        one.getBytes(StandardCharsets.UTF_8), other.getBytes(StandardCharsets.UTF_8));
  }

  private boolean permits(JsonNode claims, ApiRequest request) {
    List<String> resource = PathDecoder.segments("/" + claims.path("resource").asText());
    List<String> path = request.path();
    if (new TokenScope(account, resource).holds(request)) {
      return (claims.path("mode").asText().equalsIgnoreCase("All") || reads(request))
          && (!claims.has("key") || ofKey(claims.path("key"), request));
    }
    // Before it uses its permission, a client reads the account and the container.
    return request.method().equals("GET") && new TokenScope(account, path).above(resource);
  }

  private static boolean reads(ApiRequest request) {
    return request.method().equals("GET") || request.isQuery() || request.flag(Headers.QUERY_PLAN);
  }

  private static boolean ofKey(JsonNode key, ApiRequest request) {
    return request.path().size() < 5
        || request.path().get(4).equals("pkranges")
        || request.flag(Headers.QUERY_PLAN)
        || request
            .header(Headers.PARTITION_KEY)
            .filter(given -> Json.parse(given).equals(key))
            .isPresent();
  }
}
