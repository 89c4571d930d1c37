package dev.cosmosblog.store.query;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Objects;

/**
 * The position at which a list continues. It is opaque, safe to pass to clients, and valid only for
 * its list.
 *
 * @param value the token's text, safe in a URL
 */
public record ContinuationToken(@JsonValue String value) {
  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  public ContinuationToken {
    Objects.requireNonNull(value, "value");
  }

  @Override
  public String toString() {
    return value;
  }
}
