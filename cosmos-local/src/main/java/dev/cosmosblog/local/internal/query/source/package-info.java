/**
 * The items that a query reads, and what it tells their owner so that an index can be used. Enter
 * through {@link dev.cosmosblog.local.internal.query.source.ItemSource}, which the engine
 * implements.
 */
@NullMarked
package dev.cosmosblog.local.internal.query.source;

import org.jspecify.annotations.NullMarked;
