package dev.cosmosblog.store.internal.item;

/** The place of an item in its container: its id and its partition key. */
public record ItemKey(String id, String partition) {
  /** Returns the key of an item whose id is its partition key. */
  public static ItemKey of(String id) {
    return new ItemKey(id, id);
  }
}
