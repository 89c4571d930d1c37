/**
 * The query language of Azure Cosmos DB for NoSQL over any {@link
 * dev.cosmosblog.local.query.ItemSource source of items}. Enter through {@link
 * dev.cosmosblog.local.query.QueryEngine}: it makes the plans that an SDK asks for, answers pages,
 * and compiles conditions. Values are Jackson nodes; undefined is a {@code MissingNode}.
 */
@NullMarked
package dev.cosmosblog.local.query;

import org.jspecify.annotations.NullMarked;
