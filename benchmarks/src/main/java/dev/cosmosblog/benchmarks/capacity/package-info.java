/**
 * The program {@code capacity}, which plans an account for a blog's load. Enter at {@link
 * dev.cosmosblog.benchmarks.capacity.Capacity}.
 */
@NullMarked
package dev.cosmosblog.benchmarks.capacity;

import org.jspecify.annotations.NullMarked;
