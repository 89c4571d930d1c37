/**
 * Ordered bytes: what an engine's maps and indexes are made of. {@link
 * dev.cosmoslocal.internal.storage.SortedBytes} packs entries into small blocks in the tree of an
 * MVStore, so that an entry costs little more than the bytes by which its key differs from its
 * neighbour's. A {@link dev.cosmoslocal.internal.storage.SortedView} keeps any moment; a {@link
 * dev.cosmoslocal.internal.storage.Ledger} keeps changes in a file. Knows nothing of items.
 */
@NullMarked
package dev.cosmoslocal.internal.storage;

import org.jspecify.annotations.NullMarked;
