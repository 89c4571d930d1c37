/**
 * The benchmark {@code local-benchmark}: how fast and how large the emulator is, beside another
 * server of the same protocol. Enter at {@link
 * dev.cosmosblog.benchmarks.emulator.EmulatorBenchmark}.
 */
@NullMarked
package dev.cosmosblog.benchmarks.emulator;

import org.jspecify.annotations.NullMarked;
