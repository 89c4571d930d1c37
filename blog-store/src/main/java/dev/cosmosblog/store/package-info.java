/**
 * The blog on Azure Cosmos DB for NoSQL. Start with {@link dev.cosmosblog.store.BlogDatabase}, and
 * read and write through a {@link dev.cosmosblog.store.BlogStore}.
 */
@NullMarked
package dev.cosmosblog.store;

import org.jspecify.annotations.NullMarked;
