package dev.cosmosblog.local.engine;

/** What identifies an item in a container. */
record ItemKey(LogicalKey partition, String id) {}
