/**
 * The plans by which a client runs a query over several partitions. Enter through {@link
 * dev.cosmosblog.local.internal.query.plan.Planner}.
 */
@NullMarked
package dev.cosmosblog.local.internal.query.plan;

import org.jspecify.annotations.NullMarked;
