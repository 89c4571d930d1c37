package dev.cosmosblog.store.query;

import java.util.Objects;

/**
 * The position at which a list continues. It is opaque, safe to pass to clients, and valid only for
 * its list.
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
