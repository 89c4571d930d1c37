/**
 * What an account does, without a wire: databases, containers, physical partitions, items, batches,
 * the change feed, and what each of these costs. Enter at {@link
 * dev.cosmosblog.local.engine.Account}.
 */
@NullMarked
package dev.cosmosblog.local.engine;

import org.jspecify.annotations.NullMarked;
