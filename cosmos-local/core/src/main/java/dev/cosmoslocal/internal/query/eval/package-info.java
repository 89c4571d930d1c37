/**
 * Compiled expressions and SELECTs, evaluated once per row. Enter through {@link
 * dev.cosmoslocal.internal.query.eval.Evaluator} and {@link
 * dev.cosmoslocal.internal.query.eval.CompiledSelect}.
 */
@NullMarked
package dev.cosmoslocal.internal.query.eval;

import org.jspecify.annotations.NullMarked;
