/**
 * The one way to Cosmos DB: {@link dev.cosmosblog.store.spi.CosmosService} is the seam to the SDK,
 * {@link dev.cosmosblog.store.internal.cosmos.ItemContainer} what repositories use.
 */
@NullMarked
package dev.cosmosblog.store.internal.cosmos;

import org.jspecify.annotations.NullMarked;
