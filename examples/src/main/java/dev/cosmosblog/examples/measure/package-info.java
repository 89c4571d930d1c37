/**
 * The example {@code blog-benchmark}: what the library adds to the bare requests, and how soon
 * copies follow.
 */
@NullMarked
package dev.cosmosblog.examples.measure;

import org.jspecify.annotations.NullMarked;
