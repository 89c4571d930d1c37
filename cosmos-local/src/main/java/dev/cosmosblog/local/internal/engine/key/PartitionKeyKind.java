package dev.cosmosblog.local.internal.engine.key;

/** How a container hashes its partition keys. */
public enum PartitionKeyKind {
  /** One path, 32 bits, and the value's first 100 characters. */
  HASH_V1,
  /** One path, 128 bits over the whole value. */
  HASH_V2,
  /** Up to three paths, 128 bits each: hierarchical partition keys. */
  MULTI_HASH
}
