package dev.cosmosblog.local.internal.http.exchange;

/** Answers one kind of request. */
@FunctionalInterface
public interface Handler {
  ApiResponse handle(Exchange exchange);
}
