/**
 * Programs for operators: {@link dev.cosmosblog.maintenance.BlogVerifier} finds and repairs errors,
 * {@link dev.cosmosblog.maintenance.BlogUpgrade} converts the database of another program, and
 * {@link dev.cosmosblog.maintenance.ViewRebuild} rebuilds copies. All run beside live traffic, the
 * change feed and each other, within an RU budget. All reads and writes must be in one session, as
 * those of one client are, at session consistency or stronger.
 *
 * <p>All methods block. Each call is a separate run. A run that is interrupted, or that ends with a
 * {@link dev.cosmosblog.store.error.StoreException} because Cosmos DB failed, can be resumed.
 */
@NullMarked
package dev.cosmosblog.maintenance;

import org.jspecify.annotations.NullMarked;
