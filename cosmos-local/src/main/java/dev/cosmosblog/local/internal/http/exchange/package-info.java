/**
 * One request and its response, routes and handlers, without any transport. Enter at {@link
 * dev.cosmosblog.local.internal.http.exchange.Exchange}.
 */
@NullMarked
package dev.cosmosblog.local.internal.http.exchange;

import org.jspecify.annotations.NullMarked;
