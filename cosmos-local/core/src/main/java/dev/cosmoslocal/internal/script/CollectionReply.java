package dev.cosmoslocal.internal.script;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import org.jspecify.annotations.Nullable;

/**
 * A collection's answer.
 *
 * @param status the HTTP status
 * @param body the item or the array of rows; a missing node if there is no body
 * @param continuation the continuation token; null on the last page
 */
public record CollectionReply(
    int status, JsonNode body, @Nullable String continuation, String error) {
  /**
   * A success.
   *
   * @param status the HTTP status
   * @param body the item or the array of rows; a missing node if there is no body
   * @param continuation the continuation token; null on the last page
   */
  public static CollectionReply of(int status, JsonNode body, @Nullable String continuation) {
    return new CollectionReply(status, body, continuation, "");
  }

  /**
   * A refusal.
   *
   * @param status the HTTP status, 400 or more
   */
  public static CollectionReply refused(int status, String error) {
    return new CollectionReply(status, MissingNode.getInstance(), null, error);
  }

  boolean refused() {
    return status >= 400;
  }
}
