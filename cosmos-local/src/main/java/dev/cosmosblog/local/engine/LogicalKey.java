package dev.cosmosblog.local.engine;

/**
 * A logical partition: where it lies, and its partition key, since keys of the first hash version
 * may collide.
 */
record LogicalKey(String epk, String text) {}
