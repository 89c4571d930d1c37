package dev.cosmosblog.store.query;

import dev.cosmosblog.store.error.InvalidPageSizeException;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Asks for a page of a list.
 *
 * @param size the most entries of the page, 1 to {@link #MAX_SIZE}
 * @param fromToken where to go on, or null for the first page
 */
public record PageRequest(int size, @Nullable ContinuationToken fromToken) {
  /** The most entries that a page may have. */
  public static final int MAX_SIZE = 1_000;

  /**
   * Checks the size.
   *
   * @throws InvalidPageSizeException if it is not from 1 to {@link #MAX_SIZE}
   */
  public PageRequest {
    if (size < 1 || size > MAX_SIZE) {
      throw new InvalidPageSizeException(size, MAX_SIZE);
    }
  }

  /**
   * Returns a request for the first page.
   *
   * @param size how many entries at most
   * @return the request
   * @throws InvalidPageSizeException if the size is not from 1 to {@link #MAX_SIZE}
   */
  public static PageRequest first(int size) {
    return new PageRequest(size, null);
  }

  /**
   * Returns a request for the page behind a token.
   *
   * @param token the token of the page before
   * @return the request, of the same size
   */
  public PageRequest after(ContinuationToken token) {
    return new PageRequest(size, Objects.requireNonNull(token, "token"));
  }

  /**
   * Returns where to go on.
   *
   * @return the token, or empty for the first page
   */
  public Optional<ContinuationToken> from() {
    return Optional.ofNullable(fromToken);
  }
}
