/**
 * The benchmark {@code chaos}: a blog under faults, kills and a split, and a check of all
 * invariants from the outside. Enter at {@link dev.cosmosblog.simulation.chaos.Chaos}.
 */
@NullMarked
package dev.cosmosblog.simulation.chaos;

import org.jspecify.annotations.NullMarked;
