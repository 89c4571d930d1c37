/**
 * The items that a query reads, and the conditions and sort keys for which their owner can use an
 * index. Enter through {@link dev.cosmoslocal.internal.query.source.ItemSource}, which the storage
 * engine implements.
 */
@NullMarked
package dev.cosmoslocal.internal.query.source;

import org.jspecify.annotations.NullMarked;
