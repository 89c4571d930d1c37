/**
 * The data explorer: a page for a browser on this machine, and what it asks for besides the
 * requests of the protocol. Enter at {@link dev.cosmoslocal.internal.http.explorer.Explorer}.
 */
@NullMarked
package dev.cosmoslocal.internal.http.explorer;

import org.jspecify.annotations.NullMarked;
