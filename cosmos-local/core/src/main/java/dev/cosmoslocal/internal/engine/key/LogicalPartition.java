package dev.cosmoslocal.internal.engine.key;

/**
 * A logical partition: its effective partition key, and the partition key itself, since hashes of
 * version 1 may collide.
 */
public record LogicalPartition(String epk, String text) {}
