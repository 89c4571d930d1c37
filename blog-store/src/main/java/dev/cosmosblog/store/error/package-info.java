/**
 * {@link dev.cosmosblog.store.error.StoreException} reports a failure of Cosmos DB; all other
 * exceptions reject the arguments or the state of the blog. docs/errors.md describes what to do
 * about each.
 */
@NullMarked
package dev.cosmosblog.store.error;

import org.jspecify.annotations.NullMarked;
