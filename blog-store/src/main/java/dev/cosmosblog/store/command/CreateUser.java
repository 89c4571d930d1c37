package dev.cosmosblog.store.command;

import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.Username;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Creates a user (C1).
 *
 * @param id the user's id, or null to have one generated
 * @param username the user's name
 */
public record CreateUser(@Nullable UserId id, String username) {
  public CreateUser {
    Username.check(username);
  }

  /** {@return a command for a user whose id the library generates} */
  public static CreateUser named(String username) {
    return new CreateUser(null, username);
  }

  /** {@return the same command with an id of the caller's, so that it can be repeated} */
  public CreateUser withId(UserId userId) {
    return new CreateUser(Objects.requireNonNull(userId, "userId"), username);
  }
}
