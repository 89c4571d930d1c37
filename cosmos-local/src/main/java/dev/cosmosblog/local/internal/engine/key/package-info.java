/**
 * Partition keys: their definitions, values and hashes, and the keys of items. Enter at {@link
 * dev.cosmosblog.local.internal.engine.key.PartitionKeyDefinition}.
 */
@NullMarked
package dev.cosmosblog.local.internal.engine.key;

import org.jspecify.annotations.NullMarked;
