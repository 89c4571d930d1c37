/**
 * Measures the requests of the article on its three versions, on this library, and on what the
 * library is compared with. Enter at {@link dev.cosmosblog.benchmarks.ladder.LadderBenchmark} and
 * {@link dev.cosmosblog.benchmarks.ladder.Growth}.
 */
@NullMarked
package dev.cosmosblog.benchmarks.ladder;

import org.jspecify.annotations.NullMarked;
