package dev.cosmosblog.model;

import java.io.Serializable;

/**
 * A user's id, and the partition key of the user and of the short copies of the user's posts.
 *
 * @param value the id: 1 to 1,018 bytes in UTF-8, without {@code / \ ? #} and control characters,
 *     in Unicode's form NFC, not {@code .} or {@code ..}
 */
public record UserId(String value) implements Serializable {
  private static final long serialVersionUID = 1L;

  /** Begins the ids of the items that reserve a username, in the same container as the users. */
  public static final String RESERVED_PREFIX = "username~";

  /** Bytes that a user's id may take: a like's id is made of it and a prefix of five bytes. */
  public static final int MAX_BYTES = 1_018;

  /**
   * Checks the id.
   *
   * @throws InvalidIdException if it is empty, too long, or holds what an id may not hold
   */
  public UserId {
    IdRules.check("user id", value, MAX_BYTES);
    IdRules.checkPrefix("user id", value, RESERVED_PREFIX);
  }

  /**
   * An id.
   *
   * @param value the id
   * @return the id, checked
   * @throws InvalidIdException if it is empty, too long, or holds what an id may not hold
   */
  public static UserId of(String value) {
    return new UserId(value);
  }

  @Override
  public String toString() {
    return value;
  }
}
