/**
 * Partition keys: their definitions, values and hashes, and the keys of items. Enter at {@link
 * dev.cosmoslocal.internal.engine.key.PartitionKeyDefinition}.
 */
@NullMarked
package dev.cosmoslocal.internal.engine.key;

import org.jspecify.annotations.NullMarked;
