/**
 * A deterministic simulation of the library over a simulated Cosmos DB: a seed decides which task
 * runs next, what each replica knows, which responses are lost, and which host stops. {@link
 * dev.cosmosblog.simulation.Simulate} runs schedules and shrinks one that breaks an invariant;
 * {@link dev.cosmosblog.simulation.Simulation} is one of them.
 */
@NullMarked
package dev.cosmosblog.simulation;

import org.jspecify.annotations.NullMarked;
