package dev.cosmosblog.local.engine;

/** From which LSN (exclusive) to which (inclusive) to read, and how much is enough. */
record VersionBounds(long afterLsn, long upToLsn, int maxItems, long maxBytes) {}
