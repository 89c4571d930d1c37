package dev.cosmoslocal.internal.storage;

/** A change to a {@link Ledger}. */
public sealed interface Change {
  record Put(byte[] key, byte[] value) implements Change {}

  record Remove(byte[] key) implements Change {}

  record RemoveAll(byte[] prefix) implements Change {}

  /**
   * Changes nothing, but the write that contains it is refused as a whole unless the key is stored,
   * so that no write adds to what an earlier one has removed.
   */
  record Require(byte[] key) implements Change {}
}
