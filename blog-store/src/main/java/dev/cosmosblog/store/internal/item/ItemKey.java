package dev.cosmosblog.store.internal.item;

/** The id and partition key of an item. */
public record ItemKey(String id, String partition) {
  /** Returns the key of an item whose id is its partition key. */
  public static ItemKey of(String id) {
    return new ItemKey(id, id);
  }
}
