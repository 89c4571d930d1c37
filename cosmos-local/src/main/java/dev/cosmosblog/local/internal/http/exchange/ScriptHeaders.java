package dev.cosmosblog.local.internal.http.exchange;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/** What of a request's headers a script sees, and how its log gets into the response's. */
public final class ScriptHeaders {
  private ScriptHeaders() {}

  /** All but the signature. */
  public static Map<String, String> visible(ApiRequest request) {
    Map<String, String> headers = new HashMap<>();
    request
        .headers()
        .forEach(h -> headers.putIfAbsent(h.getKey().toLowerCase(Locale.ROOT), h.getValue()));
    headers.remove(Headers.AUTHORIZATION.toString());
    return headers;
  }

  /** Percent-encoded, with no plus sign for a space: clients decode it in either way. */
  public static ApiResponse logged(ApiResponse response, String log) {
    return log.isEmpty()
        ? response
        : response.with(
            Headers.SCRIPT_LOG, URLEncoder.encode(log, StandardCharsets.UTF_8).replace("+", "%20"));
  }
}
