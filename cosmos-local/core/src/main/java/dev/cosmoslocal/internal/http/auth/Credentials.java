package dev.cosmoslocal.internal.http.auth;

import dev.cosmoslocal.internal.engine.resource.EngineException;
import dev.cosmoslocal.internal.exchange.ApiRequest;
import dev.cosmoslocal.internal.exchange.Headers;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;

/** Checks the authorization of a request, by the account's key or by a resource token. */
public final class Credentials {
  private final MasterKey key;
  private final ResourceTokens tokens;
  private final KnownSignatures known = new KnownSignatures();

  public Credentials(MasterKey key, ResourceTokens tokens) {
    this.key = key;
    this.tokens = tokens;
  }

  /**
   * Returns the rights of a request's authorization. Needs only the head of the request.
   *
   * @throws EngineException 401 or 403 if it is not valid
   */
  public Grant check(ApiRequest request) {
    String authorization = request.header(Headers.AUTHORIZATION).orElse("");
    if (!known.has(authorization, request)) {
      String token = decoded(authorization);
      if (token.startsWith(ResourceTokens.PREFIX)) {
        return tokens.check(token);
      }
      key.checkSignature(token, request);
      known.add(authorization, request);
    }
    key.checkFresh(request);
    return Grant.EVERYTHING;
  }

  /** The SDK for Java doesn't encode the tokens of some requests (class BarrierRequestHelper). */
  private static String decoded(String authorization) {
    if (authorization.indexOf('%') < 0) {
      return authorization;
    }
    try {
      return URLDecoder.decode(authorization, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      return "";
    }
  }
}
