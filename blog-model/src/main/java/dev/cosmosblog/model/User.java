package dev.cosmosblog.model;

import java.util.Objects;

/**
 * Someone who writes.
 *
 * @param id the user's id
 * @param username the name that others see
 */
public record User(UserId id, String username) {
  /** Checks that nothing is missing. */
  public User {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(username, "username");
  }
}
