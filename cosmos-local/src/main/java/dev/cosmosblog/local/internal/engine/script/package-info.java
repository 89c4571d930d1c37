/**
 * Stored procedures and triggers, each as one transaction. Enter at {@link
 * dev.cosmosblog.local.internal.engine.script.ScriptRunner}.
 */
@NullMarked
package dev.cosmosblog.local.internal.engine.script;

import org.jspecify.annotations.NullMarked;
