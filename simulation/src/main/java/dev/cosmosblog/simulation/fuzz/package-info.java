/**
 * Hostile requests against an account in a process of its own, and the checks that the account
 * stands them. Enter at {@link dev.cosmosblog.simulation.fuzz.Fuzz}.
 */
@NullMarked
package dev.cosmosblog.simulation.fuzz;

import org.jspecify.annotations.NullMarked;
