package dev.cosmosblog.model;

import java.io.Serializable;

/**
 * A comment's id, unique within its post.
 *
 * @param value the id: 1 to 1,023 bytes in UTF-8, without {@code / \ ? #} and control characters,
 *     in Unicode's normalization form C, not {@code .} or {@code ..}; any other value throws an
 *     {@link InvalidIdException}
 */
public record CommentId(String value) implements Serializable {
  /** The prefix of the ids of likes, which live in the same partition as the comments. */
  public static final String RESERVED_PREFIX = "like~";

  public CommentId {
    IdRules.check("comment id", value, IdRules.MAX_BYTES);
    IdRules.checkPrefix("comment id", value, RESERVED_PREFIX);
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
