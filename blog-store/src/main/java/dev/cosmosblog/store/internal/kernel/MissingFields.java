package dev.cosmosblog.store.internal.kernel;

import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.item.ItemType;
import dev.cosmosblog.model.item.LikeItem;
import dev.cosmosblog.model.item.VersionedName;
import dev.cosmosblog.store.internal.cosmos.PatchOperations;
import dev.cosmosblog.store.internal.item.StoredItem;
import dev.cosmosblog.store.internal.schema.PropertyPaths;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The type, author's name and date that another writer's item lacks or has in another form. */
public record MissingFields(
    StoredItem item,
    Optional<String> type,
    Optional<VersionedName> name,
    Optional<String> creationDate) {
  public static MissingFields none(StoredItem item) {
    return new MissingFields(item, Optional.empty(), Optional.empty(), Optional.empty());
  }

  public boolean isNothing() {
    return type.isEmpty() && name.isEmpty() && creationDate.isEmpty();
  }

  /** Returns whether the item comes to be of a type, and so to be counted. */
  boolean becomes(String counted) {
    return type.filter(counted::equals).isPresent();
  }

  PatchOperations patch() {
    PatchOperations patch = PatchOperations.create();
    type.ifPresent(value -> patch.set(PropertyPaths.TYPE, value));
    name.ifPresent(patch::setAuthor);
    creationDate.ifPresent(value -> patch.set(PropertyPaths.CREATION_DATE, value));
    return patch;
  }

  /** Returns the like under the id that is made of its user's, with its other properties. */
  Map<String, @Nullable Object> likeOfItsUser() {
    LikeItem like = item.like();
    VersionedName author = name.orElse(item.name());
    Map<String, @Nullable Object> moved = item.written();
    moved.put("id", LikeItem.idOf(UserId.of(String.valueOf(like.userId()))));
    moved.put("type", ItemType.LIKE);
    moved.put("postId", like.postId());
    moved.put("userId", like.userId());
    moved.put("userUsername", author.username());
    moved.put("userVersion", author.version());
    creationDate.ifPresent(date -> moved.put("creationDate", date));
    return moved;
  }
}
