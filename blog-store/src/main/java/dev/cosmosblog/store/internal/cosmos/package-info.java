/**
 * The one way to Cosmos DB. {@link dev.cosmosblog.store.internal.cosmos.CosmosService} is the seam
 * to the SDK; {@link dev.cosmosblog.store.internal.cosmos.ItemContainer} is what repositories use:
 * it sends requests, repeats, meters and translates them in an {@link
 * dev.cosmosblog.store.internal.cosmos.Call}.
 */
@NullMarked
package dev.cosmosblog.store.internal.cosmos;

import org.jspecify.annotations.NullMarked;
