/**
 * The paged, resumable run within an RU budget that every maintenance operation is written in, and
 * the steps of these operations. Start at {@link
 * dev.cosmosblog.maintenance.internal.MaintenanceRun}, which executes the steps of {@link
 * dev.cosmosblog.maintenance.internal.VerifySteps}, {@link
 * dev.cosmosblog.maintenance.internal.UpgradeSteps} and {@link
 * dev.cosmosblog.maintenance.internal.ShortCopies}.
 */
@NullMarked
package dev.cosmosblog.maintenance.internal;

import org.jspecify.annotations.NullMarked;
