package dev.cosmoslocal.internal.exchange;

/** Handles one kind of request. */
@FunctionalInterface
public interface Handler {
  ApiResponse handle(Exchange exchange);
}
