/**
 * The places of items, and one reader of stored items whatever their writers left in them: {@link
 * dev.cosmosblog.store.internal.item.StoredItem}.
 */
@NullMarked
package dev.cosmosblog.store.internal.item;

import org.jspecify.annotations.NullMarked;
