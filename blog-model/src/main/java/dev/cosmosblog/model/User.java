package dev.cosmosblog.model;

import java.util.Objects;

/**
 * A user of the blog: an author of posts and comments, and the giver of likes.
 *
 * @param id the user's id
 * @param username the name that others see
 * @param version the number of times that the user was renamed, not negative; what the user writes
 *     carries it with the name
 * @param properties the properties of the host's own
 */
public record User(UserId id, String username, long version, CustomProperties properties) {
  public User {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(username, "username");
    Objects.requireNonNull(properties, "properties");
    if (version < 0) {
      throw new IllegalArgumentException("version must be 0 or more, but was " + version + ".");
    }
  }

  /** A user without properties. */
  public User(UserId id, String username, long version) {
    this(id, username, version, CustomProperties.NONE);
  }

  /** A user without properties who was never renamed. */
  public User(UserId id, String username) {
    this(id, username, 0, CustomProperties.NONE);
  }
}
