/**
 * Processes that a program starts, and that end with it. Enter at {@link
 * dev.cosmosblog.testsupport.process.JavaProgram}.
 */
@NullMarked
package dev.cosmosblog.testsupport.process;

import org.jspecify.annotations.NullMarked;
