package dev.cosmosblog.model;

import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A user of the blog: an author of posts and comments, and the giver of likes.
 *
 * @param id the user's id
 * @param username the name that others see
 * @param version the number of times that the user was renamed, not negative; what the user writes
 *     carries it with the name
 * @param properties the custom properties
 * @param editVersion the number of edits of the properties, not negative; a rename leaves it as it
 *     is, and an edit leaves {@code version} as it is
 * @param updatedAt the time of the last edit of the properties, in whole milliseconds, or null if
 *     they were never edited; a rename leaves it as it is
 */
public record User(
    UserId id,
    String username,
    long version,
    CustomProperties properties,
    long editVersion,
    @Nullable Instant updatedAt) {
  public User {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(username, "username");
    Objects.requireNonNull(properties, "properties");
    if (version < 0) {
      throw new IllegalArgumentException("version must be 0 or more, but was " + version + ".");
    }
    if (editVersion < 0) {
      throw new IllegalArgumentException(
          "editVersion must be 0 or more, but was " + editVersion + ".");
    }
  }

  /** A user without properties, never edited. */
  public User(UserId id, String username, long version) {
    this(id, username, version, CustomProperties.NONE, 0, null);
  }

  /** A user without properties who was never renamed. */
  public User(UserId id, String username) {
    this(id, username, 0, CustomProperties.NONE, 0, null);
  }

  /** {@return this user with other custom properties} */
  public User with(CustomProperties own) {
    Objects.requireNonNull(own, "own");
    return new User(id, username, version, own, editVersion, updatedAt);
  }

  /** {@return this user with another name, in the next version} */
  public User renamed(String name) {
    Objects.requireNonNull(name, "name");
    return new User(id, name, version + 1, properties, editVersion, updatedAt);
  }
}
