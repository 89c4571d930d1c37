package dev.cosmoslocal.internal.storage;

/** A change to a {@link Ledger}. */
public sealed interface Change {
  record Put(byte[] key, byte[] value) implements Change {}

  record Remove(byte[] key) implements Change {}

  record RemoveAll(byte[] prefix) implements Change {}
}
