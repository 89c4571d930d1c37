/**
 * The paged, resumable run within an RU budget that every maintenance operation is written in, and
 * the steps of these operations. Enter at {@link
 * dev.cosmosblog.maintenance.internal.MaintenanceRun}.
 */
@NullMarked
package dev.cosmosblog.maintenance.internal;

import org.jspecify.annotations.NullMarked;
