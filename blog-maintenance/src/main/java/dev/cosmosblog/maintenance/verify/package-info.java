/**
 * Finds what has drifted from what must be true of a blog's items, and mends it, beside live
 * traffic and within a budget. Enter at {@link dev.cosmosblog.maintenance.verify.BlogVerifier}.
 */
@NullMarked
package dev.cosmosblog.maintenance.verify;

import org.jspecify.annotations.NullMarked;
