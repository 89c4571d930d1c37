package dev.cosmosblog.spring;

import dev.cosmosblog.spring.BlogOperator.ActionRefusedException;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;

/** The actuator endpoint {@code cosmosblog}: what an operator sees and, if allowed, does. */
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

  /** Reads the items set aside, which is the only part. */
  @ReadOperation
  WebEndpointResponse<Map<String, Object>> part(@Selector String part, @Nullable String after) {
    return part.equals("set-aside")
        ? new WebEndpointResponse<>(operator.setAside(after))
        : new WebEndpointResponse<>(WebEndpointResponse.STATUS_NOT_FOUND);
  }

  @WriteOperation
  WebEndpointResponse<Map<String, Object>> act(
      @Selector String action,
      @Nullable String source,
      @Nullable String partition,
      @Nullable String itemId,
      @Nullable String view) {
    try {
      return new WebEndpointResponse<>(
          action.equals("replay") && source != null && partition != null && itemId != null
              ? operator.replay(source, partition, itemId, Optional.ofNullable(view))
              : operator.act(action));
    } catch (ActionRefusedException e) {
      return failed(e, 403);
    } catch (IllegalArgumentException e) {
      return failed(e, 400);
    } catch (IllegalStateException e) {
      return failed(e, 409);
    }
  }

  private static WebEndpointResponse<Map<String, Object>> failed(RuntimeException e, int status) {
    return new WebEndpointResponse<>(Map.of("failure", String.valueOf(e.getMessage())), status);
  }
}
