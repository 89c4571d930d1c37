/**
 * The blog on Azure Cosmos DB for NoSQL: one {@link dev.cosmosblog.store.BlogDatabase}, and a
 * {@link dev.cosmosblog.store.BlogStore} on it to read and write with.
 */
@NullMarked
package dev.cosmosblog.store;

import org.jspecify.annotations.NullMarked;
