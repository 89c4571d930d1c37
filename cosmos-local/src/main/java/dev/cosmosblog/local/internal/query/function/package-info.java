/**
 * The functions that a query may call: built-in, aggregate and user-defined. Enter through {@link
 * dev.cosmosblog.local.internal.query.function.BuiltInFunctions}, which lists the families.
 */
@NullMarked
package dev.cosmosblog.local.internal.query.function;

import org.jspecify.annotations.NullMarked;
