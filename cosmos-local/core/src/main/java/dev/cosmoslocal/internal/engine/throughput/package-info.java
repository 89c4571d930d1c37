/**
 * Throughput: the offers of databases and containers, and the budget that requests draw on. Enter
 * at {@link dev.cosmoslocal.internal.engine.throughput.Offers}.
 */
@NullMarked
package dev.cosmoslocal.internal.engine.throughput;

import org.jspecify.annotations.NullMarked;
