/**
 * Processes that a program starts, and that end with it. Enter at {@link
 * dev.cosmosblog.benchmarks.process.JavaProgram}.
 */
@NullMarked
package dev.cosmosblog.benchmarks.process;

import org.jspecify.annotations.NullMarked;
