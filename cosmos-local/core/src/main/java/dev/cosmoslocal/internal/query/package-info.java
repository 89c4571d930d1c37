/**
 * The query language of Azure Cosmos DB for NoSQL. Enter through {@link
 * dev.cosmoslocal.internal.query.QueryEngine}: it plans queries for the SDK, runs them page by page
 * over an {@link dev.cosmoslocal.internal.query.source.ItemSource}, and compiles the conditions of
 * partial updates.
 *
 * <p>A query passes through the packages in this order:
 *
 * <ol>
 *   <li>{@code parse}: the text becomes tokens, then a syntax tree;
 *   <li>{@code compile}: the tree and the parameters become evaluators ({@code eval}) over a frame
 *       with a slot for each alias; the evaluators call functions ({@code function});
 *   <li>{@code plan}: for a query over several partitions, a plan for the client; or
 *   <li>{@code page}: one page of rows of one partition, read from a {@code source}.
 * </ol>
 *
 * <p>Values ({@code value}) are Jackson nodes; undefined is a {@code MissingNode}. A continuation
 * holds the position of the last row, not a count, so that writes between two pages neither repeat
 * nor lose other items.
 *
 * <p>Spatial, full-text and vector functions and ORDER BY RANK are not supported: a query with one
 * of them fails with a {@link dev.cosmoslocal.internal.query.parse.QueryException} that names it.
 * {@link dev.cosmoslocal.internal.query.parse.QueryLimits} has the limits of a query's text.
 */
@NullMarked
package dev.cosmoslocal.internal.query;

import org.jspecify.annotations.NullMarked;
