/**
 * The example {@code quickstart}: a generated blog, the ten requests measured, a rename that its
 * copies follow. Enter at {@link dev.cosmosblog.examples.quickstart.Quickstart}.
 */
@NullMarked
package dev.cosmosblog.examples.quickstart;

import org.jspecify.annotations.NullMarked;
