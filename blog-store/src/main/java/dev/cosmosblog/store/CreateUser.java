package dev.cosmosblog.store;

import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.Username;
import java.util.Optional;

/**
 * A new user (C1).
 *
 * @param id the user's id, or empty to have one made
 * @param username the user's name
 */
public record CreateUser(Optional<UserId> id, String username) {
  /**
   * Checks the name.
   *
   * @throws dev.cosmosblog.model.InvalidUsernameException if it can't be a username
   */
  public CreateUser {
    Username.check(username);
  }

  /**
   * A user whose id is made by the library.
   *
   * @param username the user's name
   * @return the command
   * @throws dev.cosmosblog.model.InvalidUsernameException if it can't be a username
   */
  public static CreateUser named(String username) {
    return new CreateUser(Optional.empty(), username);
  }

  /**
   * The same with an id of the caller's, so that it can be repeated.
   *
   * @param userId the user's id
   * @return the command
   */
  public CreateUser withId(UserId userId) {
    return new CreateUser(Optional.of(userId), username);
  }
}
