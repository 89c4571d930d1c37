package dev.cosmosblog.changefeed.view;

import java.time.Duration;

/** A view did not return in time. Its changes are redelivered once the call has ended. */
public final class ViewTimeoutException extends ViewException {
  private static final long serialVersionUID = 1L;

  /**
   * @param view the view's name
   * @param limit the time limit of a call
   */
  public ViewTimeoutException(String view, Duration limit) {
    super(
        view,
        ("View '%s' did not return within %s; its changes are redelivered once it has. Let it end"
             + " when it is interrupted, and take fewer changes a batch or a longer time limit if"
             + " it is only slow.")
            .formatted(view, limit),
        null);
  }
}
