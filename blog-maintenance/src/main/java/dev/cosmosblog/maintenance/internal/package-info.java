/**
 * The paged, resumable run that executes all maintenance operations within an RU budget, and their
 * steps. Start with {@link dev.cosmosblog.maintenance.internal.MaintenanceRun}.
 */
@NullMarked
package dev.cosmosblog.maintenance.internal;

import org.jspecify.annotations.NullMarked;
