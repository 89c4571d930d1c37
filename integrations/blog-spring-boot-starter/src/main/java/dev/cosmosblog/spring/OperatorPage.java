package dev.cosmosblog.spring;

import dev.cosmosblog.spring.BlogOperator.ActionRefusedException;
import dev.cosmosblog.spring.BlogOperatorAutoConfiguration.ServletHostConfiguration;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.springframework.http.MediaType;
import org.springframework.web.servlet.function.HandlerFunction;
import org.springframework.web.servlet.function.RouterFunction;
import org.springframework.web.servlet.function.RouterFunctions;
import org.springframework.web.servlet.function.ServerRequest;
import org.springframework.web.servlet.function.ServerResponse;

/**
 * The operator's page, one self-contained document, and the requests that it sends. It has no
 * authentication. Requests that act need a header that pages of other sites can't send, as
 * protection against cross-site request forgery, and all requests a host name that is allowed.
 */
final class OperatorPage {
  /** Pages of other origins can't set it, unless the application allows them by CORS. */
  static final String HEADER = "X-Cosmosblog-Operator";

  private static final String NONCE = "{nonce}";

  private final BlogOperator operator;
  private final String document = document();
  private final SecureRandom random = new SecureRandom();

  OperatorPage(BlogOperator operator) {
    this.operator = operator;
  }

  private static String document() {
    try (InputStream in = OperatorPage.class.getResourceAsStream("operator.html")) {
      return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Serves the page at the path, with and without a trailing slash. */
  RouterFunction<ServerResponse> routes(String path) {
    String base = path.replaceFirst("/+$", "");
    return RouterFunctions.route()
        .GET(base, request -> page())
        .GET(base + "/", request -> page())
        .GET(base + "/api/overview", request -> json(operator::overview))
        .GET(base + "/api/history", request -> json(operator::history))
        .GET(
            base + "/api/dead-letters",
            request -> json(() -> operator.deadLetters(request.param("after").orElse(null))))
        .POST(base + "/api/replay", this::replay)
        .POST(base + "/api/actions/{action}", this::act)
        .filter(this::withAllowedHost)
        .build();
  }

  private ServerResponse withAllowedHost(
      ServerRequest request, HandlerFunction<ServerResponse> next) throws Exception {
    try {
      operator.checkHost(ServletHostConfiguration.host(request.servletRequest()));
    } catch (ActionRefusedException e) {
      return json(403, Map.of("failure", String.valueOf(e.getMessage())));
    }
    return next.handle(request);
  }

  private ServerResponse page() {
    byte[] bytes = new byte[16];
    random.nextBytes(bytes);
    String nonce = HexFormat.of().formatHex(bytes);
    return ServerResponse.ok()
        .contentType(new MediaType(MediaType.TEXT_HTML, StandardCharsets.UTF_8))
        .header("Cache-Control", "no-store")
        .header("X-Content-Type-Options", "nosniff")
        .header(
            "Content-Security-Policy",
            ("default-src 'none'; connect-src 'self'; style-src 'nonce-%1$s';"
                    + " script-src 'nonce-%1$s'; base-uri 'none'; form-action 'none';"
                    + " frame-ancestors 'none'")
                .formatted(nonce))
        .body(document.replace(NONCE, nonce));
  }

  private ServerResponse replay(ServerRequest request) {
    return acting(
        request,
        () ->
            operator.replay(
                request.param("source").orElse(null),
                request.param("partition").orElse(null),
                request.param("itemId").orElse(null),
                request.param("view").orElse(null)));
  }

  private ServerResponse act(ServerRequest request) {
    return acting(request, () -> operator.act(request.pathVariable("action")));
  }

  private static ServerResponse acting(
      ServerRequest request, Supplier<Map<String, Object>> action) {
    return request.headers().header(HEADER).isEmpty()
        ? json(
            403, Map.of("failure", "The header " + HEADER + " is missing; send it with any value."))
        : json(action);
  }

  private static ServerResponse json(Supplier<Map<String, Object>> request) {
    BlogOperator.Response response = BlogOperator.respond(request);
    return json(response.status(), response.body());
  }

  private static ServerResponse json(int status, Map<String, Object> body) {
    return ServerResponse.status(status)
        .header("Cache-Control", "no-store")
        .contentType(MediaType.APPLICATION_JSON)
        .body(body);
  }
}
