/**
 * The article's three versions of the blog and this library, each behind {@link
 * dev.cosmosblog.examples.ladder.rung.Rung}. Enter at {@link
 * dev.cosmosblog.examples.ladder.rung.RungKind}.
 */
@NullMarked
package dev.cosmosblog.examples.ladder.rung;

import org.jspecify.annotations.NullMarked;
