/**
 * Maintenance for operators: {@link dev.cosmosblog.maintenance.BlogVerifier} finds and repairs
 * errors, {@link dev.cosmosblog.maintenance.BlogUpgrade} converts the database of another program,
 * and {@link dev.cosmosblog.maintenance.ViewRebuild} rebuilds copies. All can run during live
 * traffic, with the change feed and with each other, and limit their RU per second. They need
 * session consistency or stronger, and all requests of a run must use one session, such as that of
 * one client.
 *
 * <p>All methods block. Each call is a separate run. A run that was interrupted, or failed with a
 * {@link dev.cosmosblog.store.error.StoreException}, can be resumed.
 */
@NullMarked
package dev.cosmosblog.maintenance;

import org.jspecify.annotations.NullMarked;
