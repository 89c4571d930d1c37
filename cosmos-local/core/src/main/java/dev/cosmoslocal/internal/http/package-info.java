/**
 * The server: connections, threads, and the way of a request from its signature to its resource. It
 * speaks the REST protocol of the service's gateway. Enter at {@link
 * dev.cosmoslocal.internal.http.HttpServer}.
 */
@NullMarked
package dev.cosmoslocal.internal.http;

import org.jspecify.annotations.NullMarked;
