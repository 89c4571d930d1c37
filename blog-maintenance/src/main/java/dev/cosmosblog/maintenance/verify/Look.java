package dev.cosmosblog.maintenance.verify;

import java.util.function.BooleanSupplier;

/** What a look at a suspect showed. */
sealed interface Look {
  /** It is right, or it is gone. */
  record Right() implements Look {}

  /** It was written while it was looked at. */
  record Moving() implements Look {}

  /**
   * It is wrong.
   *
   * @param finding what is wrong
   * @param state the versions of all that was looked at, or empty where the look is proof by
   *     itself; else live traffic may be about to set it right, which another look will show
   * @param mend writes what is right, if all is still as it was seen; whether it was written
   */
  record Wrong(Finding finding, String state, BooleanSupplier mend) implements Look {
    boolean isProven() {
      return state.isEmpty();
    }

    boolean standsAs(Look before) {
      return before instanceof Wrong other
          && other.state.equals(state)
          && other.finding.kind() == finding.kind();
    }
  }

  /** It is right, or it is gone. */
  Look RIGHT = new Right();

  /** It was written while it was looked at. */
  Look MOVING = new Moving();

  /** What nothing can be done about, and needs no second look. */
  static Look left(Finding finding) {
    return new Wrong(finding, "", () -> false);
  }
}
