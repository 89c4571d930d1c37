/**
 * Stored procedures and triggers, each as one transaction. Enter at {@link
 * dev.cosmoslocal.internal.engine.script.ScriptRunner}.
 */
@NullMarked
package dev.cosmoslocal.internal.engine.script;

import org.jspecify.annotations.NullMarked;
