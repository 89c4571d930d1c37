package dev.cosmosblog.store.spi;

import org.jspecify.annotations.Nullable;

/** A write of one item, as a single request or an operation of a batch. */
public sealed interface ItemWrite {
  /** Creates an item; conflicts (409) with an item of the same id. */
  record Create(Object item) implements ItemWrite {}

  /** Creates or replaces an item. */
  record Upsert(Object item) implements ItemWrite {}

  /** Replaces an item if it has the given ETag (412 otherwise). */
  record Replace(String id, Object item, String etag) implements ItemWrite {}

  /** Deletes an item; with an ETag, only if the item has it (412 otherwise). */
  record Delete(String id, @Nullable String etag) implements ItemWrite {}

  /** Patches an item if the condition holds and it has the ETag, if given (412 otherwise). */
  record Patch(
      String id, PatchOperations operations, @Nullable String condition, @Nullable String etag)
      implements ItemWrite {}
}
