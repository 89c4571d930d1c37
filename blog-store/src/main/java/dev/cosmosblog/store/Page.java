package dev.cosmosblog.store;

import java.util.List;
import java.util.Optional;

/**
 * A page of a list.
 *
 * @param items its entries, in the list's order
 * @param next where the list goes on, or empty at its end
 * @param <T> the entries' type
 */
public record Page<T>(List<T> items, Optional<ContinuationToken> next) {
  /** Copies the entries. */
  public Page {
    items = List.copyOf(items);
  }
}
