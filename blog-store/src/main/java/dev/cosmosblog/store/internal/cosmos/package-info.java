/**
 * All access to Cosmos DB: {@link dev.cosmosblog.store.spi.CosmosService} is the interface to the
 * SDK, and {@link dev.cosmosblog.store.internal.cosmos.ItemContainer} is used by repositories.
 */
@NullMarked
package dev.cosmosblog.store.internal.cosmos;

import org.jspecify.annotations.NullMarked;
