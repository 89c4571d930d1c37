/**
 * Random requests to an emulator in its own process, and the checks of its responses. Enter at
 * {@link dev.cosmosblog.simulation.fuzz.Fuzz}.
 */
@NullMarked
package dev.cosmosblog.simulation.fuzz;

import org.jspecify.annotations.NullMarked;
