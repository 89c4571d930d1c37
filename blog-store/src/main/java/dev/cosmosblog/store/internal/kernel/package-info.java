/**
 * The kernel for our other modules. Enter at {@link dev.cosmosblog.store.internal.kernel.Kernel}.
 */
@NullMarked
package dev.cosmosblog.store.internal.kernel;

import org.jspecify.annotations.NullMarked;
