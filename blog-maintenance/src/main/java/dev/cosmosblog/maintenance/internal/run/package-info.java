/**
 * The paged, resumable run within an RU budget that every maintenance operation is written in.
 * Start at {@link dev.cosmosblog.maintenance.internal.run.MaintenanceRun}; a {@link
 * dev.cosmosblog.maintenance.internal.run.RunStep} is what it executes.
 */
@NullMarked
package dev.cosmosblog.maintenance.internal.run;

import org.jspecify.annotations.NullMarked;
