/**
 * Ordered bytes: what an engine's maps and indexes are made of. {@link
 * dev.cosmosblog.local.storage.SortedBytes} packs entries into small blocks that hang in the tree
 * of an MVStore, so that an entry costs little more than the bytes by which its key differs from
 * its neighbour's, and every moment can be kept as a {@link
 * dev.cosmosblog.local.storage.SortedView}. Knows nothing of items.
 */
@NullMarked
package dev.cosmosblog.local.storage;

import org.jspecify.annotations.NullMarked;
