package dev.cosmosblog.store.error;

import dev.cosmosblog.model.InvalidInputException;

/** The caller asked for more recent posts than the front page holds, or for fewer than one. */
public final class FrontPageSizeExceededException extends InvalidInputException {
  private static final long serialVersionUID = 1L;

  private final int asked;
  private final int frontPageSize;

  /**
   * @param asked how many posts were asked for
   * @param frontPageSize how many posts the front page holds
   */
  public FrontPageSizeExceededException(int asked, int frontPageSize) {
    super(
        (asked < 1
                ? "%d recent posts were asked for. Ask for 1 to %d."
                : "%d recent posts were asked for; the front page holds %d. Ask for fewer, or"
                    + " configure a larger front page in BlogDatabase.")
            .formatted(asked, frontPageSize));
    this.asked = asked;
    this.frontPageSize = frontPageSize;
  }

  /** {@return how many posts were asked for} */
  public int asked() {
    return asked;
  }

  /** {@return how many posts the front page holds} */
  public int frontPageSize() {
    return frontPageSize;
  }
}
