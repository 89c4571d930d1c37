/** Pages of lists. Start with {@link dev.cosmosblog.store.query.PageRequest#first}. */
@NullMarked
package dev.cosmosblog.store.query;

import org.jspecify.annotations.NullMarked;
