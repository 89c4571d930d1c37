package dev.cosmoslocal.internal.http.explorer;

import dev.cosmoslocal.internal.engine.resource.EngineException;
import dev.cosmoslocal.internal.exchange.ApiResponse;
import dev.cosmoslocal.internal.exchange.Headers;
import io.netty.util.AsciiString;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Objects;

/**
 * The page of the explorer, its style and its script. They hold no secret, so that a browser may
 * load them without a token.
 */
final class ExplorerPages {
  private static final String PAGE = "explorer.html";
  private static final int NOT_FOUND = 404;

  private static final Map<String, String> TYPES =
      Map.of(
          PAGE,
          "text/html; charset=utf-8",
          "explorer.css",
          "text/css; charset=utf-8",
          "explorer.js",
          "text/javascript; charset=utf-8");

  /**
   * Nothing but the page's own files and requests: no inline script, no other site, no frame around
   * it.
   */
  private static final Map<AsciiString, String> HEADERS =
      Map.of(
          AsciiString.cached("content-security-policy"),
          "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self';"
              + " img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
          AsciiString.cached("x-content-type-options"),
          "nosniff",
          AsciiString.cached("referrer-policy"),
          "no-referrer",
          AsciiString.cached("cross-origin-resource-policy"),
          "same-origin",
          AsciiString.cached("cross-origin-opener-policy"),
          "same-origin",
          AsciiString.cached("cache-control"),
          "no-store");

  private ExplorerPages() {}

  /** Answers with a file, or the page for an empty name. */
  static ApiResponse get(String name) {
    String file = name.isEmpty() ? PAGE : name;
    String type = TYPES.get(file);
    if (type == null) {
      throw new EngineException(NOT_FOUND, 0, "The explorer has no such page.");
    }
    ApiResponse response = ApiResponse.of(200, read(file)).with(Headers.CONTENT_TYPE, type);
    HEADERS.forEach(response::with);
    return response;
  }

  private static byte[] read(String file) {
    try (InputStream in = ExplorerPages.class.getResourceAsStream(file)) {
      return Objects.requireNonNull(in, file).readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
