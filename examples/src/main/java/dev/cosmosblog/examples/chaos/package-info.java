/**
 * The example {@code chaos}: a blog under faults, kills and a split, and a check of all invariants
 * from the outside. Enter at {@link dev.cosmosblog.examples.chaos.Chaos}.
 */
@NullMarked
package dev.cosmosblog.examples.chaos;

import org.jspecify.annotations.NullMarked;
