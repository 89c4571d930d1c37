package dev.cosmosblog.store.query;

import java.util.Objects;

/**
 * The place where a list goes on: opaque, fit for clients, and of use to its own list alone.
 *
 * @param value the token's text, safe in a URL
 */
public record ContinuationToken(String value) {
  public ContinuationToken {
    Objects.requireNonNull(value, "value");
  }

  @Override
  public String toString() {
    return value;
  }
}
