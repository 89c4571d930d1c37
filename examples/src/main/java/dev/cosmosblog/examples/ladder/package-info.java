/**
 * Measures the article's three versions and this library side by side. Enter at {@link
 * dev.cosmosblog.examples.ladder.Ladder} and {@link dev.cosmosblog.examples.ladder.Growth}.
 */
@NullMarked
package dev.cosmosblog.examples.ladder;

import org.jspecify.annotations.NullMarked;
