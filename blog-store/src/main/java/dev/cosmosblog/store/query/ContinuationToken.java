package dev.cosmosblog.store.query;

import java.util.Objects;

/**
 * The place where a list continues: opaque, safe to give to clients, and valid for its list only.
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
