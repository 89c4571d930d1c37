package dev.cosmosblog.model;

import java.io.Serializable;

/**
 * A comment's id, unique within its post.
 *
 * @param value as of a {@link PostId}, and without {@link #RESERVED_PREFIX}
 */
public record CommentId(String value) implements Serializable {
  /** The prefix of the ids of likes, which live beside the comments. */
  public static final String RESERVED_PREFIX = "like~";

  public CommentId {
    IdRules.check("comment", value, IdRules.MAX_BYTES);
    IdRules.checkPrefix("comment", value, RESERVED_PREFIX);
  }

  /** {@return an id of this value} */
  public static CommentId of(String value) {
    return new CommentId(value);
  }

  @Override
  public String toString() {
    return value;
  }
}
