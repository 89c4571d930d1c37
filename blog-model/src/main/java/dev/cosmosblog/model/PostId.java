package dev.cosmosblog.model;

import java.io.Serializable;

/**
 * A post's id, and the partition key of the post, its comments and its likes.
 *
 * @param value the id: 1 to 1,023 bytes in UTF-8, without {@code / \ ? #} and control characters,
 *     in Unicode's form NFC, not {@code .} or {@code ..}
 */
public record PostId(String value) implements Serializable {
  private static final long serialVersionUID = 1L;

  /**
   * Checks the id.
   *
   * @throws InvalidIdException if it is empty, too long, or holds what an id may not hold
   */
  public PostId {
    IdRules.check("post id", value, IdRules.MAX_BYTES);
  }

  /**
   * An id.
   *
   * @param value the id
   * @return the id, checked
   * @throws InvalidIdException if it is empty, too long, or holds what an id may not hold
   */
  public static PostId of(String value) {
    return new PostId(value);
  }

  @Override
  public String toString() {
    return value;
  }
}
