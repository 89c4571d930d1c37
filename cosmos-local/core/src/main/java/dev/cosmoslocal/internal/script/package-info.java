/**
 * Server-side JavaScript: stored procedures, triggers and user-defined functions, each call in a
 * separate sandbox with the service's object model (its reference is the JSDoc of
 * azure-cosmosdb-js-server). Enter at {@link dev.cosmoslocal.internal.script.ScriptEngine}. A
 * script reaches items through {@link dev.cosmoslocal.internal.script.ScriptCollection} alone;
 * nothing here knows how they are stored.
 *
 * <p>The language is what Rhino 1.9 runs of ECMAScript 2015 and later: no {@code class}, no {@code
 * async}. {@link dev.cosmoslocal.internal.script.CompiledScripts} rewrites or refuses what Rhino
 * would run differently from the service's engine.
 *
 * <p>A script ends with its budget of time, memory and calls. Rhino checks it between instructions;
 * {@link dev.cosmoslocal.internal.script.GuardedObjects} adds a check to each of Rhino's own
 * functions, and {@code built-ins.js} replaces those that take long by programs.
 */
@NullMarked
package dev.cosmoslocal.internal.script;

import org.jspecify.annotations.NullMarked;
