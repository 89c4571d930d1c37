package dev.cosmosblog.local.internal.storage;

/** A change of a {@link Ledger}. */
public sealed interface Change {
  /**
   * Gives a key a value.
   *
   * @param key the key
   * @param value the value
   */
  record Put(byte[] key, byte[] value) implements Change {}

  /**
   * Takes a key out, if it is there.
   *
   * @param key the key
   */
  record Remove(byte[] key) implements Change {}

  /**
   * Takes out all keys that begin with some bytes.
   *
   * @param prefix how they begin
   */
  record RemoveAll(byte[] prefix) implements Change {}
}
