/**
 * Throughput: the offers of databases and containers, and the budget that requests draw on. Enter
 * at {@link dev.cosmosblog.local.internal.engine.throughput.Offers}.
 */
@NullMarked
package dev.cosmosblog.local.internal.engine.throughput;

import org.jspecify.annotations.NullMarked;
