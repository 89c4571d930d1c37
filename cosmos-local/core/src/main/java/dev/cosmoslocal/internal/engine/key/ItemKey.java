package dev.cosmoslocal.internal.engine.key;

/** The key of an item: its logical partition and its id. */
public record ItemKey(LogicalPartition partition, String id) {}
