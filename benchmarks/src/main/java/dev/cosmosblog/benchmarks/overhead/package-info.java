/**
 * What the library costs over the bare SDK, and what the same requests cost by Azure Spring Data
 * Cosmos. Enter at {@link dev.cosmosblog.benchmarks.overhead.Overhead}.
 */
@NullMarked
package dev.cosmosblog.benchmarks.overhead;

import org.jspecify.annotations.NullMarked;
