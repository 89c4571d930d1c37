/** Programs to run and read. {@link dev.cosmosblog.examples.Examples} starts one by its name. */
@NullMarked
package dev.cosmosblog.examples;

import org.jspecify.annotations.NullMarked;
