package dev.cosmosblog.store.internal.kernel;

import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.item.ItemType;
import dev.cosmosblog.model.item.LikeItem;
import dev.cosmosblog.model.item.VersionedName;
import dev.cosmosblog.store.internal.cosmos.PatchOperations;
import dev.cosmosblog.store.internal.item.StoredItem;
import dev.cosmosblog.store.internal.schema.PropertyPaths;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What another writer's item lacks, and is to be given.
 *
 * @param item the item as it was seen
 * @param type what it is, where it does not say so
 * @param name its author's name, where it carries another one or none
 * @param creationDate its date in the form that this library writes, where it has another one
 */
public record MissingFields(
    StoredItem item,
    Optional<String> type,
    Optional<VersionedName> name,
    Optional<String> creationDate) {
  /** Checks that nothing is missing. */
  public MissingFields {
    Objects.requireNonNull(item, "item");
    Objects.requireNonNull(type, "type");
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(creationDate, "creationDate");
  }

  /** An item that lacks nothing. */
  public static MissingFields none(StoredItem item) {
    return new MissingFields(item, Optional.empty(), Optional.empty(), Optional.empty());
  }

  /** Whether there is nothing to write. */
  public boolean isNothing() {
    return type.isEmpty() && name.isEmpty() && creationDate.isEmpty();
  }

  /** Whether the item comes to be of a type, and so to be counted. */
  public boolean becomes(String counted) {
    return type.filter(counted::equals).isPresent();
  }

  public PatchOperations patch() {
    PatchOperations patch = PatchOperations.create();
    type.ifPresent(value -> patch.set(PropertyPaths.TYPE, value));
    name.ifPresent(
        value ->
            patch
                .set(PropertyPaths.AUTHOR_NAME, value.username())
                .set(PropertyPaths.AUTHOR_VERSION, value.version()));
    creationDate.ifPresent(value -> patch.set(PropertyPaths.CREATION_DATE, value));
    return patch;
  }

  /** The like under the id that is made of its user's, with all that it has besides. */
  public Map<String, @Nullable Object> likeOfItsUser() {
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
