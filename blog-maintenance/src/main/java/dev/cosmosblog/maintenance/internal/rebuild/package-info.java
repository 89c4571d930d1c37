/**
 * The step that rebuilds short copies from posts. Start at {@link
 * dev.cosmosblog.maintenance.internal.rebuild.CopiesStep}.
 */
@NullMarked
package dev.cosmosblog.maintenance.internal.rebuild;

import org.jspecify.annotations.NullMarked;
