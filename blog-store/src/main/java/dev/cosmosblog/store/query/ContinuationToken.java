package dev.cosmosblog.store.query;

import java.util.Objects;

/**
 * The place where a list goes on. A token is opaque, can be kept as text and given to a client, and
 * belongs to the list that returned it.
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
