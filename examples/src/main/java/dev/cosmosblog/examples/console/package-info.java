/**
 * The console side of every program: options, lines, progress, tables and results. Enter at {@link
 * dev.cosmosblog.examples.console.Program}.
 *
 * <p>It is shared, so that each program refuses bad options before it does anything, and is as long
 * as what it shows. It knows nothing of blogs.
 */
@NullMarked
package dev.cosmosblog.examples.console;

import org.jspecify.annotations.NullMarked;
