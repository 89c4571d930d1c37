package dev.cosmosblog.model.item;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import dev.cosmosblog.model.User;
import dev.cosmosblog.model.UserId;
import org.jspecify.annotations.Nullable;

/**
 * A user as stored.
 *
 * @param id equals {@code userId}
 * @param type {@link ItemType#USER}
 * @param userId the partition key
 * @param username the user's name
 * @param version counts the writes of this item after the first; 0 where another writer left it out
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record UserItem(
    @Nullable String id,
    @Nullable String type,
    @Nullable String userId,
    @Nullable String username,
    long version) {
  /**
   * A new user's item.
   *
   * @param user the user
   * @return the item, in version 0
   */
  public static UserItem of(User user) {
    String id = user.id().value();
    return new UserItem(id, ItemType.USER, id, user.username(), 0);
  }

  /**
   * The user.
   *
   * @return the user; the name is empty where it is missing
   * @throws dev.cosmosblog.model.MalformedItemException if the item has no id
   */
  public User toUser() {
    String owner = userId == null ? id : userId;
    return new User(Stored.id(id, "userId", owner, UserId::of), Stored.text(username));
  }

  /**
   * The user's name as its copies carry it.
   *
   * @return the name with its version
   */
  public VersionedName name() {
    return new VersionedName(Stored.text(username), version);
  }
}
