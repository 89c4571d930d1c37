package dev.cosmosblog.changefeed.view;

/** Two views of one change feed have one name. */
public final class DuplicateViewException extends ViewException {
  private static final long serialVersionUID = 1L;

  /**
   * @param view the name
   */
  public DuplicateViewException(String view) {
    super(
        view,
        "A view named '%s' is registered already; give each view a name of its own."
            .formatted(view),
        null);
  }
}
