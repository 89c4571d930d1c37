/**
 * Requests of clients: their kinds and costs, and the limits of the connections on which they come.
 * Known to the server that answers them and to those who set it up or listen.
 */
@NullMarked
package dev.cosmoslocal.request;

import org.jspecify.annotations.NullMarked;
