/**
 * The console side of every program: arguments, lines, progress, tables, results, and a clean end.
 * Enter at {@link dev.cosmosblog.examples.console.Example}.
 *
 * <p>It is shared, so that each of some twenty programs refuses bad options before it does
 * anything, ends cleanly when it is stopped, and is as long as what it shows. It knows nothing of
 * blogs.
 */
@NullMarked
package dev.cosmosblog.examples.console;

import org.jspecify.annotations.NullMarked;
