/**
 * What a maintenance run tells its host: findings, changes, progress and a final report. Start at
 * {@link dev.cosmosblog.maintenance.report.MaintenanceReport}.
 */
@NullMarked
package dev.cosmosblog.maintenance.report;

import org.jspecify.annotations.NullMarked;
