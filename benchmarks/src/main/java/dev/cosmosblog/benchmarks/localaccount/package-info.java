/**
 * The benchmark {@code local-benchmark}: how fast and how large the account of {@code cosmos-local}
 * is, next to another server of the same protocol where one is installed.
 */
@NullMarked
package dev.cosmosblog.benchmarks.localaccount;

import org.jspecify.annotations.NullMarked;
