package dev.cosmosblog.maintenance.verify;

/**
 * Hears how a run goes, on the run's thread. What a listener throws is logged, and ends nothing.
 */
public interface VerifyListener {
  /**
   * Something is wrong, and has stood so through a second look.
   *
   * @param finding what
   */
  default void onFinding(Finding finding) {}

  /**
   * A finding was mended.
   *
   * @param finding what was wrong
   */
  default void onMended(Finding finding) {}

  /**
   * A page is done: the place to keep the resume token.
   *
   * @param progress how far the run has come
   */
  default void onPage(VerifyProgress progress) {}
}
