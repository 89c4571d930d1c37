/**
 * The console side of every program: arguments, lines, progress, tables, results, and a clean end.
 * Enter at {@link dev.cosmosblog.examples.console.Example}.
 */
@NullMarked
package dev.cosmosblog.examples.console;

import org.jspecify.annotations.NullMarked;
