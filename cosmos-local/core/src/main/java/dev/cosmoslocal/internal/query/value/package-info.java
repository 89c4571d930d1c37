/**
 * The values of the query language: Jackson nodes, with a {@code MissingNode} for undefined. Enter
 * through {@link dev.cosmoslocal.internal.query.value.Values} for equality and truth, and through
 * {@link dev.cosmoslocal.internal.query.value.ValueOrder} for the order of ORDER BY.
 */
@NullMarked
package dev.cosmoslocal.internal.query.value;

import org.jspecify.annotations.NullMarked;
