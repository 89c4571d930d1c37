/** Lists in pages: Q3, Q4 and Q5. Enter by {@link dev.cosmosblog.store.internal.list.ListQuery}. */
@NullMarked
package dev.cosmosblog.store.internal.list;

import org.jspecify.annotations.NullMarked;
