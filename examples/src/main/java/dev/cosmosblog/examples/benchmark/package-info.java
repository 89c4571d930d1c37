/**
 * The example {@code local-benchmark}: how fast and how large the account of {@code cosmos-local}
 * is, next to another server of the same protocol where one is installed.
 */
@NullMarked
package dev.cosmosblog.examples.benchmark;

import org.jspecify.annotations.NullMarked;
