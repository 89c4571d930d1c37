/**
 * Indexes: which paths a container's policy indexes, and the entries of items. Enter at {@link
 * dev.cosmoslocal.internal.engine.index.IndexingPolicy}.
 */
@NullMarked
package dev.cosmoslocal.internal.engine.index;

import org.jspecify.annotations.NullMarked;
