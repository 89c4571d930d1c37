/**
 * Runs server-side JavaScript: stored procedures, triggers and user-defined functions, each call in
 * a sandbox of its own with the object model that the service gives to scripts (its reference is
 * the JSDoc of azure-cosmosdb-js-server). Enter by {@link
 * dev.cosmosblog.local.script.ScriptEngine}. What a script does to items goes through {@link
 * dev.cosmosblog.local.script.ScriptCollection}; nothing here knows how they are stored.
 *
 * <p>The language is what Rhino 1.9 runs of ECMAScript 2015 and later: no {@code class}, no {@code
 * async}. What it would run in another way than the service's engine is rewritten or refused, see
 * {@link dev.cosmosblog.local.script.Sources}.
 */
@NullMarked
package dev.cosmosblog.local.script;

import org.jspecify.annotations.NullMarked;
