package dev.cosmoslocal.internal.http;

import io.netty.handler.codec.http.HttpRequest;

/**
 * The head of a request.
 *
 * @param admitted what was decided by it before the body was read
 */
record RequestHead(HttpRequest http, AdmittedRequest admitted) {}
