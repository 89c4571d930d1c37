/**
 * Programs that measure the library and the local account, or try to break them. {@link
 * dev.cosmosblog.benchmarks.Benchmarks} starts one by its name, and each example, too.
 */
@NullMarked
package dev.cosmosblog.benchmarks;

import org.jspecify.annotations.NullMarked;
