/**
 * What this library's change feed and maintenance programs use of a database. Enter by {@link
 * dev.cosmosblog.store.internal.kernel.Kernel}.
 */
@NullMarked
package dev.cosmosblog.store.internal.kernel;

import org.jspecify.annotations.NullMarked;
