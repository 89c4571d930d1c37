/**
 * The designs that the ladder measures, each behind {@link
 * dev.cosmosblog.benchmarks.ladder.rung.Rung}. Enter at {@link
 * dev.cosmosblog.benchmarks.ladder.rung.RungKind}.
 */
@NullMarked
package dev.cosmosblog.benchmarks.ladder.rung;

import org.jspecify.annotations.NullMarked;
