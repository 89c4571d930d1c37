/**
 * The blog on Azure Cosmos DB for NoSQL. A host makes one {@link
 * dev.cosmosblog.store.BlogDatabase}, and reads and writes with a {@link
 * dev.cosmosblog.store.BlogStore} on it.
 */
@NullMarked
package dev.cosmosblog.store;

import org.jspecify.annotations.NullMarked;
