package dev.cosmoslocal.internal.storage;

/** A change to a {@link Ledger}. */
public sealed interface Change {
  /**
   * Sets the value of a key.
   *
   * @param key the key
   * @param value the value
   */
  record Put(byte[] key, byte[] value) implements Change {}

  /**
   * Removes a key, if it exists.
   *
   * @param key the key
   */
  record Remove(byte[] key) implements Change {}

  /**
   * Removes all keys with a prefix.
   *
   * @param prefix the first bytes of the keys
   */
  record RemoveAll(byte[] prefix) implements Change {}
}
