/**
 * The reports of a maintenance run to its host: findings, changes, progress and the result. Start
 * at {@link dev.cosmosblog.maintenance.report.MaintenanceReport}.
 */
@NullMarked
package dev.cosmosblog.maintenance.report;

import org.jspecify.annotations.NullMarked;
