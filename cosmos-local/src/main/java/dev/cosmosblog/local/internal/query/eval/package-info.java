/**
 * Compiled expressions and SELECTs, evaluated once per row. Enter through {@link
 * dev.cosmosblog.local.internal.query.eval.Evaluator} and {@link
 * dev.cosmosblog.local.internal.query.eval.CompiledSelect}.
 */
@NullMarked
package dev.cosmosblog.local.internal.query.eval;

import org.jspecify.annotations.NullMarked;
