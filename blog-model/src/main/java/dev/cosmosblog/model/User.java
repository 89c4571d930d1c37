package dev.cosmosblog.model;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A user of the blog, who writes posts and comments and likes posts.
 *
 * @param id the user's id
 * @param username the name that others see
 * @param version the number of renames, not negative; stored with the name in the user's posts,
 *     comments and likes
 * @param properties the custom properties
 * @param editVersion the number of edits of the properties, not negative; renames don't change it,
 *     and edits don't change {@code version}
 * @param updatedAt the time of the last edit of the properties, in whole milliseconds, or null if
 *     they were never edited; renames don't change it
 */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
public record User(
    UserId id,
    String username,
    long version,
    CustomProperties properties,
    long editVersion,
    @JsonFormat(shape = JsonFormat.Shape.STRING) @Nullable Instant updatedAt) {
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

  /** A user without properties and edits. */
  public User(UserId id, String username, long version) {
    this(id, username, version, CustomProperties.NONE, 0, null);
  }

  /** A user without properties, edits and renames. */
  public User(UserId id, String username) {
    this(id, username, 0, CustomProperties.NONE, 0, null);
  }

  /** {@return this user with other custom properties} */
  public User with(CustomProperties own) {
    Objects.requireNonNull(own, "own");
    return new User(id, username, version, own, editVersion, updatedAt);
  }

  /** {@return this user with another name and the next version} */
  public User renamed(String name) {
    Objects.requireNonNull(name, "name");
    return new User(id, name, version + 1, properties, editVersion, updatedAt);
  }
}
