package dev.cosmosblog.store.query;

import dev.cosmosblog.model.InvalidInputException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A request for a page of a list.
 *
 * @param size the maximum number of entries, 1 to {@link #MAX_SIZE}, else an {@link
 *     InvalidInputException}
 * @param from the token of the page, or null for the first page
 */
public record PageRequest(int size, @Nullable ContinuationToken from) {
  /** The maximum number of entries on a page. */
  public static final int MAX_SIZE = 1_000;

  public PageRequest {
    if (size < 1 || size > MAX_SIZE) {
      throw new InvalidInputException(
          "size", "size must be between 1 and %,d, but was %d.".formatted(MAX_SIZE, size));
    }
  }

  /** {@return a request for the first page} */
  public static PageRequest first(int size) {
    return new PageRequest(size, null);
  }

  /** {@return a request of the same size for the page of a token} */
  public PageRequest after(ContinuationToken token) {
    return new PageRequest(size, Objects.requireNonNull(token, "token"));
  }
}
