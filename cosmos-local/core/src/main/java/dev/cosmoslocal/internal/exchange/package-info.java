/**
 * One request and its response, routes and handlers, without any transport. Enter at {@link
 * dev.cosmoslocal.internal.exchange.Exchange}.
 */
@NullMarked
package dev.cosmoslocal.internal.exchange;

import org.jspecify.annotations.NullMarked;
