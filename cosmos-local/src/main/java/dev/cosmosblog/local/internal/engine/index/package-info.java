/**
 * Indexes: which paths a container's policy indexes, and the entries of items. Enter at {@link
 * dev.cosmosblog.local.internal.engine.index.IndexingPolicy}.
 */
@NullMarked
package dev.cosmosblog.local.internal.engine.index;

import org.jspecify.annotations.NullMarked;
