package dev.cosmosblog.store.internal.item;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An item in the container of posts that carries its author's name.
 *
 * @param id the item's id
 * @param postId its partition key
 * @param type its type, one of {@link dev.cosmosblog.model.item.ItemType}
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record AuthoredItem(String id, String postId, @Nullable String type) {
  /** Checks that the keys are there; a missing type is empty. */
  public AuthoredItem {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(postId, "postId");
    type = type == null ? "" : type;
  }
}
