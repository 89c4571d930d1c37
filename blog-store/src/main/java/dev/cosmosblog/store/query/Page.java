package dev.cosmosblog.store.query;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A page of a list.
 *
 * @param items the entries, in the list's order
 * @param nextToken the token of the next page, or null at the end of the list
 * @param <T> the entries' type
 */
public record Page<T>(List<T> items, @Nullable ContinuationToken nextToken) {
  public Page {
    items = List.copyOf(Objects.requireNonNull(items, "items"));
  }

  /**
   * {@return the token of the next page for {@link PageRequest#after}, or empty at the end of the
   * list}
   */
  public Optional<ContinuationToken> next() {
    return Optional.ofNullable(nextToken);
  }
}
