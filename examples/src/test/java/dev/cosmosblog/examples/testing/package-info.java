/** Runs a program in a test, and waits for a condition. */
@NullMarked
package dev.cosmosblog.examples.testing;

import org.jspecify.annotations.NullMarked;
