package dev.cosmosblog.store.query;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A page of a list.
 *
 * @param items its entries, in the list's order
 * @param nextToken where the list continues, or null at its end
 * @param <T> the entries' type
 */
public record Page<T>(List<T> items, @Nullable ContinuationToken nextToken) {
  public Page {
    items = List.copyOf(Objects.requireNonNull(items, "items"));
  }

  /**
   * {@return where the list continues, for {@link PageRequest#after}, or empty at the list's end}
   */
  public Optional<ContinuationToken> next() {
    return Optional.ofNullable(nextToken);
  }
}
