package dev.cosmosblog.spring;

import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;

/** The actuator endpoint {@code cosmosblog}: shows the blog's state, and acts if allowed. */
@Endpoint(id = "cosmosblog")
final class BlogEndpoint {
  private final BlogOperator operator;
  private final Supplier<Optional<String>> host;

  /**
   * @param host the current request's host name; empty for requests of JMX, which have none
   */
  BlogEndpoint(BlogOperator operator, Supplier<Optional<String>> host) {
    this.operator = operator;
    this.host = host;
  }

  @ReadOperation
  Map<String, Object> overview() {
    return operator.overview();
  }

  /** Reads the dead letters or the history. */
  @ReadOperation
  WebEndpointResponse<Map<String, Object>> part(@Selector String part, @Nullable String after) {
    return switch (part) {
      case "dead-letters" -> response(() -> operator.deadLetters(after));
      case "history" -> response(operator::history);
      default -> new WebEndpointResponse<>(WebEndpointResponse.STATUS_NOT_FOUND);
    };
  }

  @WriteOperation
  WebEndpointResponse<Map<String, Object>> act(
      @Selector String action,
      @Nullable String source,
      @Nullable String partition,
      @Nullable String itemId,
      @Nullable String view) {
    return response(
        () -> {
          host.get().ifPresent(operator::checkHost);
          return action.equals("replay")
              ? operator.replay(source, partition, itemId, view)
              : operator.act(action);
        });
  }

  private static WebEndpointResponse<Map<String, Object>> response(
      Supplier<Map<String, Object>> request) {
    BlogOperator.Response response = BlogOperator.respond(request);
    return new WebEndpointResponse<>(response.body(), response.status());
  }
}
