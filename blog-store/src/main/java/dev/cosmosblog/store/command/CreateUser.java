package dev.cosmosblog.store.command;

import dev.cosmosblog.model.CustomProperties;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.Username;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Creates a user (C1).
 *
 * @param id the user's id, or null to generate one
 * @param username the user's name
 * @param properties custom properties, of at most {@value CustomProperties#MAX_BYTES_OF_USER} bytes
 */
public record CreateUser(@Nullable UserId id, String username, CustomProperties properties) {
  public CreateUser {
    Username.check(username);
    Objects.requireNonNull(properties, "properties");
    properties.check("user", CustomProperties.MAX_BYTES_OF_USER);
  }

  /** A command for a user without properties. */
  public CreateUser(@Nullable UserId id, String username) {
    this(id, username, CustomProperties.NONE);
  }

  /** {@return a command for a user whose id the library generates} */
  public static CreateUser named(String username) {
    return new CreateUser(null, username);
  }

  /** {@return the same command with this id, so that it can be repeated} */
  public CreateUser withId(UserId userId) {
    return new CreateUser(Objects.requireNonNull(userId, "userId"), username, properties);
  }

  /** {@return the same command with custom properties} */
  public CreateUser properties(CustomProperties own) {
    return new CreateUser(id, username, Objects.requireNonNull(own, "own"));
  }
}
