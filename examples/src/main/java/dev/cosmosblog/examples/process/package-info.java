/**
 * Processes that an example starts, which end with it. Enter at {@link
 * dev.cosmosblog.examples.process.JavaProgram}.
 */
@NullMarked
package dev.cosmosblog.examples.process;

import org.jspecify.annotations.NullMarked;
