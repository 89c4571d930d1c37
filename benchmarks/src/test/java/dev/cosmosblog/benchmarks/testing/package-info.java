/** Runs a program in a test, and waits for a condition. */
@NullMarked
package dev.cosmosblog.benchmarks.testing;

import org.jspecify.annotations.NullMarked;
