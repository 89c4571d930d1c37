/**
 * {@link dev.cosmosblog.store.error.StoreException} is Cosmos DB's failure; all others are refusals
 * that name what to change. docs/errors.md says what to do about each.
 */
@NullMarked
package dev.cosmosblog.store.error;

import org.jspecify.annotations.NullMarked;
