/**
 * Runs a query page by page. Enter through {@link
 * dev.cosmosblog.local.internal.query.page.QueryRun}, which chooses between the four runs.
 */
@NullMarked
package dev.cosmosblog.local.internal.query.page;

import org.jspecify.annotations.NullMarked;
