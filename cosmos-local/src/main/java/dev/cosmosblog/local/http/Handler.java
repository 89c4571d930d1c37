package dev.cosmosblog.local.http;

/** Answers one kind of request. */
@FunctionalInterface
interface Handler {
  ApiResponse handle(Exchange exchange);
}
