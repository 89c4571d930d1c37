package dev.cosmosblog.model.item;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import dev.cosmosblog.model.CustomProperties;
import dev.cosmosblog.model.User;
import dev.cosmosblog.model.UserId;
import org.jspecify.annotations.Nullable;

/**
 * The stored form of a user.
 *
 * @param id equals {@code userId}
 * @param type {@link ItemType#USER}
 * @param userId the partition key
 * @param username the user's name
 * @param version the number of writes after the first; 0 if another writer left it out
 * @param properties the custom properties; missing without any
 * @param editVersion the number of edits of the properties; missing, which is 0, if there were none
 * @param updatedAt the date of the last edit in the form of {@link ItemDates}; missing likewise
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record UserItem(
    @Nullable String id,
    @Nullable String type,
    @Nullable String userId,
    @Nullable String username,
    long version,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) CustomProperties properties,
    @JsonInclude(JsonInclude.Include.NON_DEFAULT) long editVersion,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String updatedAt)
    implements EditedItem {
  public UserItem {
    properties = StoredProperties.own(properties);
  }

  /** {@return the item of a user} */
  public static UserItem of(User user) {
    String id = user.id().value();
    return new UserItem(
        id,
        ItemType.USER,
        id,
        user.username(),
        user.version(),
        user.properties(),
        user.editVersion(),
        user.updatedAt() == null ? null : ItemDates.text(user.updatedAt()));
  }

  /** {@return the user; a missing name is empty} */
  public User toUser() {
    String owner = userId == null ? id : userId;
    return new User(
        StoredProperties.id(id, "userId", owner, UserId::of),
        StoredProperties.text(username),
        Math.max(0, version),
        properties,
        Math.max(0, editVersion),
        updatedAt == null ? null : ItemDates.parse(updatedAt).orElse(null));
  }

  /** {@return the same user without properties} */
  public UserItem withoutProperties() {
    return new UserItem(
        id, type, userId, username, version, CustomProperties.NONE, editVersion, updatedAt);
  }

  /** {@return the name as its copies carry it, with its version} */
  public VersionedName name() {
    return new VersionedName(StoredProperties.text(username), version);
  }
}
