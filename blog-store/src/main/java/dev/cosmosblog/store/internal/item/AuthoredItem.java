package dev.cosmosblog.store.internal.item;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import dev.cosmosblog.model.item.ItemType;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A post, comment or like with its author's name; a missing type is empty. */
@JsonIgnoreProperties(ignoreUnknown = true)
public record AuthoredItem(String id, String postId, @Nullable String type) {
  public AuthoredItem {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(postId, "postId");
    type = type == null ? "" : type;
  }

  public ItemKey key() {
    return new ItemKey(id, postId);
  }

  /**
   * Whether it is a post in its partition. Another program may have written it to another post's
   * partition.
   */
  public boolean isOwnPost() {
    return ItemType.POST.equals(type) && id.equals(postId);
  }
}
