/**
 * Runs a query page by page. Enter through {@link
 * dev.cosmosblog.local.internal.query.page.QueryRunner}, which chooses between the four runs.
 */
@NullMarked
package dev.cosmosblog.local.internal.query.page;

import org.jspecify.annotations.NullMarked;
