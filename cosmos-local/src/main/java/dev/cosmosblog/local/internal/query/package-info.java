/**
 * The query language of Azure Cosmos DB for NoSQL over any {@link
 * dev.cosmosblog.local.internal.query.source.ItemSource source of items}. Enter through {@link
 * dev.cosmosblog.local.internal.query.QueryEngine}: it makes the plans that an SDK asks for,
 * answers pages, and compiles conditions. Values are Jackson nodes; undefined is a {@code
 * MissingNode}.
 *
 * <p>A text becomes tokens, then a {@code Select} of records, then (with the parameters' values) a
 * {@code CompiledQuery} of evaluators over a frame with a slot for each alias. Four runs page it:
 * rows as they come, sorted, grouped, distinct. A continuation names the last row's place, not how
 * many rows there were, so that items that come and go between two pages neither repeat nor lose
 * others.
 *
 * <p>Not supported, and answered with a {@link
 * dev.cosmosblog.local.internal.query.parse.QueryException} that names it: user-defined functions,
 * spatial, full-text and vector functions, ORDER BY RANK. Bounds: 262,144 chars of text, 200 levels
 * of nesting.
 */
@NullMarked
package dev.cosmosblog.local.internal.query;

import org.jspecify.annotations.NullMarked;
