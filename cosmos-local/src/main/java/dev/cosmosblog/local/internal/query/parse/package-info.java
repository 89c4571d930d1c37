/**
 * Parses a query's text to a syntax tree, and prints a tree as text. Enter through {@link
 * dev.cosmosblog.local.internal.query.parse.SelectParser} and {@link
 * dev.cosmosblog.local.internal.query.parse.QueryPrinter}. The tree consists of {@link
 * dev.cosmosblog.local.internal.query.parse.Select} and {@link
 * dev.cosmosblog.local.internal.query.parse.Expression}.
 */
@NullMarked
package dev.cosmosblog.local.internal.query.parse;

import org.jspecify.annotations.NullMarked;
