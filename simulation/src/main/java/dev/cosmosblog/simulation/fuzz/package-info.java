/**
 * Hostile requests against an emulator in its own process, and the checks that it withstands them.
 * Enter at {@link dev.cosmosblog.simulation.fuzz.Fuzz}.
 */
@NullMarked
package dev.cosmosblog.simulation.fuzz;

import org.jspecify.annotations.NullMarked;
