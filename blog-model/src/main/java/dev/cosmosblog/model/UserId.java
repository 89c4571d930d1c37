package dev.cosmosblog.model;

import java.io.Serializable;

/**
 * A user's id, and the partition key of the user and of the short copies of the user's posts.
 *
 * @param value the id: 1 to 1,018 bytes in UTF-8, without {@code / \ ? #} and control characters,
 *     in Unicode's normalization form C, not {@code .} or {@code ..}; any other value throws an
 *     {@link InvalidIdException}
 */
public record UserId(String value) implements Serializable {
  /** The prefix of the ids of username reservations, which live in the container of users. */
  public static final String RESERVED_PREFIX = "username~";

  /** The longest user id in bytes: a like's id is a prefix of five bytes and the user's id. */
  public static final int MAX_BYTES = 1_018;

  public UserId {
    IdRules.check("user id", value, MAX_BYTES);
    IdRules.checkPrefix("user id", value, RESERVED_PREFIX);
  }

  /** {@return an id of this value} */
  public static UserId of(String value) {
    return new UserId(value);
  }

  @Override
  public String toString() {
    return value;
  }
}
