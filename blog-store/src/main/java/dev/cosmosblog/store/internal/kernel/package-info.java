/** What our other modules use. Enter by {@link dev.cosmosblog.store.internal.kernel.Kernel}. */
@NullMarked
package dev.cosmosblog.store.internal.kernel;

import org.jspecify.annotations.NullMarked;
