/**
 * Runs a query page by page. Enter through {@link dev.cosmoslocal.internal.query.page.PageRunner},
 * which chooses one of the four runs: streaming, sorted, grouped, distinct. {@link
 * dev.cosmoslocal.internal.query.page.PageLimits} and {@link
 * dev.cosmoslocal.internal.query.page.PageBuilder} bound a page.
 */
@NullMarked
package dev.cosmoslocal.internal.query.page;

import org.jspecify.annotations.NullMarked;
