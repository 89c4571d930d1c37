/**
 * From a query's text to its syntax tree and back. Enter through {@link
 * dev.cosmosblog.local.internal.query.parse.SelectParser}; the tree's two roots are {@link
 * dev.cosmosblog.local.internal.query.parse.Select} and {@link
 * dev.cosmosblog.local.internal.query.parse.Expression}.
 */
@NullMarked
package dev.cosmosblog.local.internal.query.parse;

import org.jspecify.annotations.NullMarked;
