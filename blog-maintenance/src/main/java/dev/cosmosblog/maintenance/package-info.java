/**
 * Programs for operators: {@link dev.cosmosblog.maintenance.BlogVerifier} finds and repairs errors,
 * {@link dev.cosmosblog.maintenance.BlogUpgrade} converts the database of another program, and
 * {@link dev.cosmosblog.maintenance.ViewRebuild} rebuilds copies. All run beside live traffic,
 * within an RU budget, and can be resumed.
 */
@NullMarked
package dev.cosmosblog.maintenance;

import org.jspecify.annotations.NullMarked;
