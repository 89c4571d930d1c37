/**
 * Requests, their kinds and costs, and the limits of connections and of the work that requests
 * cause.
 */
@NullMarked
package dev.cosmoslocal.request;

import org.jspecify.annotations.NullMarked;
