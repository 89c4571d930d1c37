/**
 * The benchmark {@code blog-benchmark}: the rates that copies follow, what commands cost in all,
 * and what the library adds to the bare requests. Enter at {@link
 * dev.cosmosblog.benchmarks.blog.BlogBenchmark}.
 */
@NullMarked
package dev.cosmosblog.benchmarks.blog;

import org.jspecify.annotations.NullMarked;
