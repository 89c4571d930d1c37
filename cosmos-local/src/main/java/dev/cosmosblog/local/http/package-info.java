/**
 * The account's REST protocol on loopback: what the service calls its gateway. Enter at {@link
 * dev.cosmosblog.local.http.HttpServer}.
 */
@NullMarked
package dev.cosmosblog.local.http;

import org.jspecify.annotations.NullMarked;
