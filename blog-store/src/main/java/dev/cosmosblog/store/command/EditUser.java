package dev.cosmosblog.store.command;

import dev.cosmosblog.model.CustomProperties;
import dev.cosmosblog.model.InvalidInputException;
import dev.cosmosblog.model.InvalidPropertyException;
import dev.cosmosblog.model.User;
import dev.cosmosblog.model.UserId;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Edits a user's custom properties; a rename is a separate command. Executing an empty edit throws
 * an {@link InvalidInputException}.
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

  /** {@return an empty edit, to add changes to} */
  public static EditUser of(UserId id) {
    return new EditUser(id, null, null);
  }

  /**
   * {@return the same edit, which fails unless the user has this edit version} A rename changes
   * {@link User#version}, but not the edit version.
   *
   * @param expected the {@link User#editVersion} that was read, not the {@link User#version}; see
   *     {@link #ifVersion(User)}
   * @throws InvalidInputException if it is negative
   */
  public EditUser ifVersion(long expected) {
    return new EditUser(id, expected, properties);
  }

  /**
   * {@return the same edit, which fails if the properties were edited since the user was read} A
   * rename isn't a conflict.
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
   * {@return the same edit, which also sets one custom property}
   *
   * @param name the property
   * @param value its value
   * @throws InvalidPropertyException if the name or the value is invalid
   */
  public EditUser property(String name, Object value) {
    return new EditUser(id, version, PropertiesEdit.setting(properties, name, value));
  }

  /**
   * {@return the same edit, which also removes one custom property}
   *
   * @param name the property, which may be missing
   */
  public EditUser withoutProperty(String name) {
    return new EditUser(id, version, PropertiesEdit.removing(properties, name));
  }
}
