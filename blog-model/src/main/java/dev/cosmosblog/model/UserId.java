package dev.cosmosblog.model;

import java.io.Serializable;

/**
 * A user's id, and the partition key of the user and of the summaries of the user's posts.
 *
 * @param value as of a {@link PostId}, at most {@link #MAX_BYTES}, without {@link #RESERVED_PREFIX}
 */
public record UserId(String value) implements Serializable {
  /** The prefix of the ids of username reservations, which live beside the users. */
  public static final String RESERVED_PREFIX = "username~";

  /** The longest id in bytes: a like's id is five bytes and the user's id. */
  public static final int MAX_BYTES = 1_018;

  public UserId {
    IdRules.check("user", value, MAX_BYTES);
    IdRules.checkPrefix("user", value, RESERVED_PREFIX);
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
