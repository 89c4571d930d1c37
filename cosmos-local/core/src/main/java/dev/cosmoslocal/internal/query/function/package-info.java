/**
 * The functions that a query can call: built-in functions by category ({@link
 * dev.cosmoslocal.internal.query.function.StringFunctions}, …), aggregates ({@link
 * dev.cosmoslocal.internal.query.function.Accumulator}) and user-defined functions. Enter through
 * {@link dev.cosmoslocal.internal.query.function.BuiltInFunctions}.
 *
 * <p>To add a function, register it in the class of its category, and add its examples to
 * FunctionsTest.
 */
@NullMarked
package dev.cosmoslocal.internal.query.function;

import org.jspecify.annotations.NullMarked;
