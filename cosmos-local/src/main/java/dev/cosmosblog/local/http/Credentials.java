package dev.cosmosblog.local.http;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;

/** Checks by what a request says that it may do what it asks: the account's key, or a resource token. */
record Credentials(MasterKey key, ResourceTokens tokens) {
  void check(ApiRequest request) {
    String token = decoded(request.header(Headers.AUTHORIZATION).orElse(""));
    if (token.startsWith(ResourceTokens.PREFIX)) {
      tokens.check(token, request);
    } else {
      key.check(token, request);
    }
  }

  private static String decoded(String authorization) {
    try {
      return URLDecoder.decode(authorization, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      return "";
    }
  }
}
