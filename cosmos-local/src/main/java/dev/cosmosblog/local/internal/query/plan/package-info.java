/**
 * The plans by which a client runs a query over several partitions and merges their rows. Enter
 * through {@link dev.cosmosblog.local.internal.query.plan.Planner}, which makes a {@link
 * dev.cosmosblog.local.internal.query.plan.QueryPlan}.
 */
@NullMarked
package dev.cosmosblog.local.internal.query.plan;

import org.jspecify.annotations.NullMarked;
