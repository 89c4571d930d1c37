/**
 * Compiles a syntax tree to evaluators, and finds the conditions that an index can use. Enter
 * through {@link dev.cosmoslocal.internal.query.compile.QueryCompiler}.
 */
@NullMarked
package dev.cosmoslocal.internal.query.compile;

import org.jspecify.annotations.NullMarked;
