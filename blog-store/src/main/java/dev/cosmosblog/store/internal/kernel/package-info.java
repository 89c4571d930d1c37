/**
 * The part of a database that the change feed and the maintenance programs use. Enter by {@link
 * dev.cosmosblog.store.internal.kernel.Kernel}.
 */
@NullMarked
package dev.cosmosblog.store.internal.kernel;

import org.jspecify.annotations.NullMarked;
