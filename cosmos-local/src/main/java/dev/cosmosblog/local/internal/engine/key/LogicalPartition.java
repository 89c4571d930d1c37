package dev.cosmosblog.local.internal.engine.key;

/**
 * A logical partition: where it lies, and its partition key, since keys of the first hash version
 * may collide.
 */
public record LogicalPartition(String epk, String text) {}
