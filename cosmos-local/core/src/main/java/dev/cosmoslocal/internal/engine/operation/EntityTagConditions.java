package dev.cosmoslocal.internal.engine.operation;

import dev.cosmoslocal.internal.engine.item.Item;
import dev.cosmoslocal.internal.engine.resource.EntityTags;
import org.jspecify.annotations.Nullable;

/**
 * The conditions of a request on an item's entity tag.
 *
 * @param ifMatch the required tag, {@code *} for any, null for no condition
 * @param ifNoneMatch the excluded tag, {@code *} for any, null for no condition
 */
public record EntityTagConditions(@Nullable String ifMatch, @Nullable String ifNoneMatch) {
  public static final EntityTagConditions NONE = new EntityTagConditions(null, null);

  void checkMatch(Item item) {
    EntityTags.check(ifMatch, item.etag());
  }

  boolean notModified(Item item) {
    return ifNoneMatch != null && (ifNoneMatch.equals("*") || ifNoneMatch.equals(item.etag()));
  }
}
