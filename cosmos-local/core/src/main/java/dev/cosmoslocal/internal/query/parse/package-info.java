/**
 * Parses a query's text to a syntax tree, and prints a tree as text. Enter through {@link
 * dev.cosmoslocal.internal.query.parse.SelectParser} and {@link
 * dev.cosmoslocal.internal.query.parse.QueryPrinter}. The tree consists of {@link
 * dev.cosmoslocal.internal.query.parse.Select} and {@link
 * dev.cosmoslocal.internal.query.parse.Expression}.
 */
@NullMarked
package dev.cosmoslocal.internal.query.parse;

import org.jspecify.annotations.NullMarked;
