package dev.cosmosblog.model.item;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import dev.cosmosblog.model.CustomProperties;
import dev.cosmosblog.model.User;
import dev.cosmosblog.model.UserId;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The stored form of a user.
 *
 * @param id equals {@code userId}
 * @param type {@link ItemType#USER}
 * @param userId the partition key
 * @param username the user's name
 * @param version the number of writes after the first; 0 if another writer left it out
 * @param properties the properties of the host's own; missing if there are none
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record UserItem(
    @Nullable String id,
    @Nullable String type,
    @Nullable String userId,
    @Nullable String username,
    long version,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, Object> properties) {
  public UserItem {
    properties = StoredProperties.copyOf(properties);
  }

  /** {@return the item of a user} */
  public static UserItem of(User user) {
    String id = user.id().value();
    return new UserItem(
        id, ItemType.USER, id, user.username(), user.version(), user.properties().asMap());
  }

  /** {@return the user; a missing name is empty} */
  public User toUser() {
    String owner = userId == null ? id : userId;
    return new User(
        StoredProperties.id(id, "userId", owner, UserId::of),
        StoredProperties.text(username),
        Math.max(0, version),
        CustomProperties.of(properties));
  }

  /** {@return the name as its copies carry it, with its version} */
  public VersionedName name() {
    return new VersionedName(StoredProperties.text(username), version);
  }
}
