/**
 * The values of the query language: Jackson nodes, with a {@code MissingNode} for undefined. Enter
 * through {@link dev.cosmosblog.local.internal.query.value.Values} for equality and truth, and
 * through {@link dev.cosmosblog.local.internal.query.value.ValueOrder} for the order of ORDER BY.
 */
@NullMarked
package dev.cosmosblog.local.internal.query.value;

import org.jspecify.annotations.NullMarked;
