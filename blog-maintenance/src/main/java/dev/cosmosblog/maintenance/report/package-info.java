/**
 * The reports of a maintenance run: findings, changes, progress and the result. Start with {@link
 * dev.cosmosblog.maintenance.report.MaintenanceReport}.
 */
@NullMarked
package dev.cosmosblog.maintenance.report;

import org.jspecify.annotations.NullMarked;
