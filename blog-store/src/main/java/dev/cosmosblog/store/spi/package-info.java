/**
 * The environment of a database, which simulations replace. Start with {@link
 * dev.cosmosblog.store.spi.Environment}; all requests to the SDK go through {@link
 * dev.cosmosblog.store.spi.CosmosService}. Exported only to this project's modules.
 */
@NullMarked
package dev.cosmosblog.store.spi;

import org.jspecify.annotations.NullMarked;
