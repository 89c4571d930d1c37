/**
 * Measures the article's three versions and this library side by side. Enter at {@link
 * dev.cosmosblog.benchmarks.ladder.Ladder} and {@link dev.cosmosblog.benchmarks.ladder.Growth}.
 */
@NullMarked
package dev.cosmosblog.benchmarks.ladder;

import org.jspecify.annotations.NullMarked;
