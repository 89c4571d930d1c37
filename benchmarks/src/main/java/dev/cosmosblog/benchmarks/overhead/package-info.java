/**
 * The cost of the library over the bare SDK, and of the same requests with Azure Spring Data
 * Cosmos. Enter at {@link dev.cosmosblog.benchmarks.overhead.Overhead}.
 */
@NullMarked
package dev.cosmosblog.benchmarks.overhead;

import org.jspecify.annotations.NullMarked;
