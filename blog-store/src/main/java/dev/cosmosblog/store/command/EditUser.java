package dev.cosmosblog.store.command;

import dev.cosmosblog.model.CustomProperties;
import dev.cosmosblog.model.InvalidInputException;
import dev.cosmosblog.model.InvalidPropertyException;
import dev.cosmosblog.model.User;
import dev.cosmosblog.model.UserId;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Edits a user's custom properties; the name has another command. An edit that names nothing is
 * refused, when it is sent, by an {@link InvalidInputException}.
 *
 * @param id the user
 * @param version the {@link User#editVersion} that the user must have, or null for any
 * @param properties the change of the properties, or null for none yet
 */
public record EditUser(UserId id, @Nullable Long version, @Nullable PropertiesEdit properties) {
  public EditUser {
    Objects.requireNonNull(id, "id");
    EditPost.checkVersion(version);
    PropertiesEdit.checkSize(properties, "user", CustomProperties.MAX_BYTES_OF_USER);
  }

  /** {@return an edit that names nothing yet} */
  public static EditUser of(UserId id) {
    return new EditUser(id, null, null);
  }

  /**
   * {@return the same edit, refused unless the user was edited a number of times} A rename counts
   * for {@link User#version}, and not here.
   *
   * @param expected the {@link User#editVersion} that was read, not the {@link User#version}; see
   *     {@link #ifVersion(User)}
   * @throws InvalidInputException if it is negative
   */
  public EditUser ifVersion(long expected) {
    return new EditUser(id, expected, properties);
  }

  /**
   * {@return the same edit, refused if the user's properties were edited since the user was read} A
   * rename since then is no conflict.
   *
   * @param read the user, as read
   * @throws IllegalArgumentException if it is another user
   */
  public EditUser ifVersion(User read) {
    Objects.requireNonNull(read, "read");
    if (!read.id().equals(id)) {
      throw new IllegalArgumentException(
          "The edit is of user %s, but user %s was read.".formatted(id, read.id()));
    }
    return ifVersion(read.editVersion());
  }

  /** {@return the same edit, which replaces all custom properties} */
  public EditUser properties(CustomProperties own) {
    return new EditUser(id, version, PropertiesEdit.of(Objects.requireNonNull(own, "own")));
  }

  /**
   * {@return the same edit, which sets a custom property and leaves the others}
   *
   * @param name the property
   * @param value its value
   * @throws InvalidPropertyException if the name or the value cannot be stored
   */
  public EditUser property(String name, Object value) {
    return new EditUser(id, version, PropertiesEdit.setting(properties, name, value));
  }

  /**
   * {@return the same edit, which removes a custom property and leaves the others}
   *
   * @param name the property, which may be missing
   */
  public EditUser withoutProperty(String name) {
    return new EditUser(id, version, PropertiesEdit.removing(properties, name));
  }
}
