package dev.cosmosblog.local.internal.engine.key;

/** What identifies an item in a container. */
public record ItemKey(LogicalPartition partition, String id) {}
