package dev.cosmosblog.spring;

import java.util.Map;
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

  BlogEndpoint(BlogOperator operator) {
    this.operator = operator;
  }

  @ReadOperation
  Map<String, Object> overview() {
    return operator.overview();
  }

  /** Reads the dead letters; there is no other part. */
  @ReadOperation
  WebEndpointResponse<Map<String, Object>> part(@Selector String part, @Nullable String after) {
    return part.equals("dead-letters")
        ? response(() -> operator.deadLetters(after))
        : new WebEndpointResponse<>(WebEndpointResponse.STATUS_NOT_FOUND);
  }

  @WriteOperation
  WebEndpointResponse<Map<String, Object>> act(
      @Selector String action,
      @Nullable String source,
      @Nullable String partition,
      @Nullable String itemId,
      @Nullable String view) {
    return response(
        () ->
            action.equals("replay")
                ? operator.replay(source, partition, itemId, view)
                : operator.act(action));
  }

  private static WebEndpointResponse<Map<String, Object>> response(
      Supplier<Map<String, Object>> request) {
    BlogOperator.Response response = BlogOperator.respond(request);
    return new WebEndpointResponse<>(response.body(), response.status());
  }
}
