package dev.cosmosblog.local.internal.engine.version;

/** From which LSN (exclusive) to which (inclusive) to read, and how much is enough. */
public record VersionBounds(long afterLsn, long upToLsn, int maxItems, long maxBytes) {}
