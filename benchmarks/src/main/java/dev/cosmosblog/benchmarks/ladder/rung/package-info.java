/**
 * The article's three versions of the blog and this library, each behind {@link
 * dev.cosmosblog.benchmarks.ladder.rung.Rung}. Enter at {@link
 * dev.cosmosblog.benchmarks.ladder.rung.RungKind}.
 */
@NullMarked
package dev.cosmosblog.benchmarks.ladder.rung;

import org.jspecify.annotations.NullMarked;
