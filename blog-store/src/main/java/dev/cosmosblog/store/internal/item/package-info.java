/** Items' places, and their reader, {@link dev.cosmosblog.store.internal.item.StoredItem}. */
@NullMarked
package dev.cosmosblog.store.internal.item;

import org.jspecify.annotations.NullMarked;
