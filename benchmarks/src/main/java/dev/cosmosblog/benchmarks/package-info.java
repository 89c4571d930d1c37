/**
 * Programs that measure the library and the emulator. {@link dev.cosmosblog.benchmarks.Benchmarks}
 * starts one by its name.
 */
@NullMarked
package dev.cosmosblog.benchmarks;

import org.jspecify.annotations.NullMarked;
