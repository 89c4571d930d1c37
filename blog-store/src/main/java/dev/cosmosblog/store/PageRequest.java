package dev.cosmosblog.store;

import java.util.Optional;

/**
 * Which page of a list is wanted.
 *
 * @param size how many entries at most, 1 to {@link #MAX_SIZE}
 * @param from where to go on, or empty for the first page
 */
public record PageRequest(int size, Optional<ContinuationToken> from) {
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
   * The first page.
   *
   * @param size how many entries at most
   * @return the request
   * @throws InvalidPageSizeException if the size is not from 1 to {@link #MAX_SIZE}
   */
  public static PageRequest first(int size) {
    return new PageRequest(size, Optional.empty());
  }

  /**
   * The page after this one, which goes on where a token says.
   *
   * @param token the token that the last page came with
   * @return the request, of the same size
   */
  public PageRequest after(ContinuationToken token) {
    return new PageRequest(size, Optional.of(token));
  }
}
