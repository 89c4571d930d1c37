package dev.cosmoslocal.internal.exchange;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/** The headers that a script sees, and the header with its log. */
public final class ScriptHeaders {
  private ScriptHeaders() {}

  /** All headers but the signature. */
  public static Map<String, String> visible(ApiRequest request) {
    Map<String, String> headers = new HashMap<>();
    request
        .headers()
        .forEach(h -> headers.putIfAbsent(h.getKey().toLowerCase(Locale.ROOT), h.getValue()));
    headers.remove(Headers.AUTHORIZATION.toString());
    return headers;
  }

  /** Percent-encoded, without plus signs for spaces: clients decode either form. */
  public static ApiResponse logged(ApiResponse response, String log) {
    return log.isEmpty()
        ? response
        : response.with(
            Headers.SCRIPT_LOG, URLEncoder.encode(log, StandardCharsets.UTF_8).replace("+", "%20"));
  }
}
