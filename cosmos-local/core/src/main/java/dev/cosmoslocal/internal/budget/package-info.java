/**
 * The bounds of what users' queries, conditions and scripts may take. Enter at {@link
 * dev.cosmoslocal.internal.budget.Budget}: whoever evaluates starts one, and whatever makes rows,
 * texts and arrays draws on the current one of its thread. {@link
 * dev.cosmoslocal.internal.budget.Cancellation} ends work whose client is gone.
 */
@NullMarked
package dev.cosmoslocal.internal.budget;

import org.jspecify.annotations.NullMarked;
