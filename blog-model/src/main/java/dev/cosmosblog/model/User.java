package dev.cosmosblog.model;

import java.util.Objects;

/**
 * A user of the blog: an author of posts and comments, and the giver of likes.
 *
 * @param id the user's id
 * @param username the name that others see
 */
public record User(UserId id, String username) {
  public User {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(username, "username");
  }
}
