package dev.cosmosblog.store.spi;

import org.jspecify.annotations.Nullable;

/** One write of one item, on its own or as an operation of a batch. */
public sealed interface ItemWrite {
  /** Creates an item; conflicts (409) with one of the same id. */
  record Create(Object item) implements ItemWrite {}

  /** Writes an item, whether or not there is one of its id. */
  record Upsert(Object item) implements ItemWrite {}

  /** Replaces an item while it has the given ETag (412 otherwise). */
  record Replace(String id, Object item, String etag) implements ItemWrite {}

  /** Deletes an item; with an ETag, only while it has this one (412 otherwise). */
  record Delete(String id, @Nullable String etag) implements ItemWrite {}

  /** Patches an item while the condition holds and it has the ETag, if given (412 otherwise). */
  record Patch(
      String id, PatchOperations operations, @Nullable String condition, @Nullable String etag)
      implements ItemWrite {}
}
