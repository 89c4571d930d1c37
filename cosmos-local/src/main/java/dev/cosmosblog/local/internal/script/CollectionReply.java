package dev.cosmosblog.local.internal.script;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import org.jspecify.annotations.Nullable;

/**
 * What a collection answers.
 *
 * @param status the HTTP status
 * @param body the item, or the array of rows; a missing node for nothing
 * @param continuation where the next page begins; null after the last
 * @param error what was wrong; empty if nothing was
 */
public record CollectionReply(
    int status, JsonNode body, @Nullable String continuation, String error) {
  /**
   * A success.
   *
   * @param status the HTTP status
   * @param body the item, or the array of rows; a missing node for nothing
   * @param continuation where the next page begins; null after the last
   * @return the reply
   */
  public static CollectionReply of(int status, JsonNode body, @Nullable String continuation) {
    return new CollectionReply(status, body, continuation, "");
  }

  /**
   * A refusal.
   *
   * @param status the HTTP status, 400 or more
   * @param error what was wrong
   * @return the reply
   */
  public static CollectionReply refused(int status, String error) {
    return new CollectionReply(status, MissingNode.getInstance(), null, error);
  }

  boolean refused() {
    return status >= 400;
  }
}
