/**
 * The blog's commands and queries on Azure Cosmos DB for NoSQL. Enter at {@link
 * dev.cosmosblog.store.BlogStore}; make the containers with {@link
 * dev.cosmosblog.store.BlogSchema}. Every failure is a {@link dev.cosmosblog.model.BlogException}.
 */
@NullMarked
package dev.cosmosblog.store;

import org.jspecify.annotations.NullMarked;
