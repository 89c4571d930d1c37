package dev.cosmosblog.changefeed.view;

/** A view threw an exception or an error, which is the cause. Its changes are redelivered. */
public final class ViewFailedException extends ViewException {
  private static final long serialVersionUID = 1L;

  /**
   * @param view the view's name
   * @param cause the throwable that the view threw
   */
  public ViewFailedException(String view, Throwable cause) {
    super(
        view,
        "View '%s' threw %s, which is the cause; its changes are redelivered."
            .formatted(view, cause.getClass().getName()),
        cause);
  }
}
