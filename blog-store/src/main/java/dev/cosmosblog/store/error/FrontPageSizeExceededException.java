package dev.cosmosblog.store.error;

import dev.cosmosblog.model.InvalidInputException;

/** More recent posts were asked for than the feed holds, or less than one. */
public final class FrontPageSizeExceededException extends InvalidInputException {
  private static final long serialVersionUID = 1L;

  private final int asked;
  private final int feedSize;

  public FrontPageSizeExceededException(int asked, int feedSize) {
    super(
        "%d recent posts were asked for; the feed gives 1 to %d. Ask for fewer, or configure a larger feed in the store and in its change feed."
            .formatted(asked, feedSize));
    this.asked = asked;
    this.feedSize = feedSize;
  }

  /**
   * What was asked for.
   *
   * @return the number of posts
   */
  public int asked() {
    return asked;
  }

  /**
   * What the feed holds.
   *
   * @return the number of posts
   */
  public int feedSize() {
    return feedSize;
  }
}
