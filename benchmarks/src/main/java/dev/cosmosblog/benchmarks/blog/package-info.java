/**
 * The benchmark {@code blog-benchmark}: what the library adds to the bare requests, and how soon
 * copies follow.
 */
@NullMarked
package dev.cosmosblog.benchmarks.blog;

import org.jspecify.annotations.NullMarked;
