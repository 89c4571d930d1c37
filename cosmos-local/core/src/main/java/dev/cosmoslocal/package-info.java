/**
 * An in-process emulator of Azure Cosmos DB for NoSQL. Start it with {@link
 * dev.cosmoslocal.LocalCosmos#start()} or {@link dev.cosmoslocal.LocalCosmos#builder()}.
 */
@NullMarked
package dev.cosmoslocal;

import org.jspecify.annotations.NullMarked;
