/**
 * The surroundings of a database, for programs that simulate them. Enter at {@link
 * dev.cosmosblog.store.spi.Environment}; {@link dev.cosmosblog.store.spi.CosmosService} is the seam
 * to the SDK. Exported to this project's own modules only.
 */
@NullMarked
package dev.cosmosblog.store.spi;

import org.jspecify.annotations.NullMarked;
