/**
 * The plans by which a client runs a query over several partitions and merges their rows. Enter
 * through {@link dev.cosmoslocal.internal.query.plan.Planner}, which makes a {@link
 * dev.cosmoslocal.internal.query.plan.QueryPlan}.
 */
@NullMarked
package dev.cosmoslocal.internal.query.plan;

import org.jspecify.annotations.NullMarked;
