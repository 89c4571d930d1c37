package dev.cosmosblog.model;

import java.util.Objects;

/**
 * A user of the blog: an author of posts and comments, and the giver of likes.
 *
 * @param id the user's id
 * @param username the name that others see
 * @param version the number of times that the user was renamed, not negative; what the user writes
 *     carries it with the name
 */
public record User(UserId id, String username, long version) {
  public User {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(username, "username");
    if (version < 0) {
      throw new IllegalArgumentException("version must be 0 or more, but was " + version + ".");
    }
  }

  /** A user who was never renamed. */
  public User(UserId id, String username) {
    this(id, username, 0);
  }
}
