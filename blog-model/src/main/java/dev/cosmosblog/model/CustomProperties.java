package dev.cosmosblog.model;

import java.util.Map;
import java.util.Objects;

/**
 * The properties of the host's own that a post, a comment or a user carries: JSON values by name.
 */
public final class CustomProperties {
  /** No properties. */
  public static final CustomProperties NONE = new CustomProperties(Map.of());

  private final Map<String, Object> values;

  private CustomProperties(Map<String, Object> values) {
    this.values = values;
  }

  /**
   * {@return properties with these values}
   *
   * @param values the values by name
   */
  public static CustomProperties of(Map<String, Object> values) {
    return values.isEmpty() ? NONE : new CustomProperties(Map.copyOf(values));
  }

  /** {@return the values by name, unmodifiable} */
  public Map<String, Object> asMap() {
    return values;
  }

  /** {@return whether there are none} */
  public boolean isEmpty() {
    return values.isEmpty();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof CustomProperties properties && values.equals(properties.values);
  }

  @Override
  public int hashCode() {
    return Objects.hash(values);
  }

  @Override
  public String toString() {
    return values.keySet().toString();
  }
}
