package dev.cosmosblog.store.command;

import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.Username;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Creates a user (C1).
 *
 * @param givenId the user's id, or null to have one generated
 * @param username the user's name
 */
public record CreateUser(@Nullable UserId givenId, String username) {
  /**
   * Checks the name.
   *
   * @throws dev.cosmosblog.model.InvalidUsernameException if it cannot be a username
   */
  public CreateUser {
    Username.check(username);
  }

  /**
   * Returns a command for a user whose id the library generates.
   *
   * @param username the user's name
   * @return the command
   * @throws dev.cosmosblog.model.InvalidUsernameException if it cannot be a username
   */
  public static CreateUser named(String username) {
    return new CreateUser(null, username);
  }

  /**
   * Returns the same command with an id of the caller's, so that it can be repeated.
   *
   * @param userId the user's id
   * @return the command
   */
  public CreateUser withId(UserId userId) {
    return new CreateUser(Objects.requireNonNull(userId, "userId"), username);
  }

  /**
   * Returns the id that the caller chose.
   *
   * @return the id, or empty where the library generates one
   */
  public Optional<UserId> id() {
    return Optional.ofNullable(givenId);
  }
}
