package dev.cosmosblog.model;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.io.Serializable;

/**
 * A comment's id, unique within its post.
 *
 * @param value an id by the rules of {@link PostId}, without {@link #RESERVED_PREFIX}
 */
public record CommentId(@JsonValue String value) implements Serializable {
  /** The prefix of the ids of likes, which are in the same partition as comments. */
  public static final String RESERVED_PREFIX = "like~";

  public CommentId {
    IdRules.check("comment", value, IdRules.MAX_BYTES);
    IdRules.checkPrefix("comment", value, RESERVED_PREFIX);
  }

  /** {@return the id with this value} */
  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  public static CommentId of(String value) {
    return new CommentId(value);
  }

  @Override
  public String toString() {
    return value;
  }
}
