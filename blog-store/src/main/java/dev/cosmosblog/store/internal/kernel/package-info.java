/**
 * The kernel for this project's other modules. Start with {@link
 * dev.cosmosblog.store.internal.kernel.Kernel}.
 */
@NullMarked
package dev.cosmosblog.store.internal.kernel;

import org.jspecify.annotations.NullMarked;
