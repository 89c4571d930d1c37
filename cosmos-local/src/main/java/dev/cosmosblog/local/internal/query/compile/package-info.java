/**
 * From a syntax tree to a query that is ready to run. Enter through {@link
 * dev.cosmosblog.local.internal.query.compile.QueryCompiler}.
 */
@NullMarked
package dev.cosmosblog.local.internal.query.compile;

import org.jspecify.annotations.NullMarked;
