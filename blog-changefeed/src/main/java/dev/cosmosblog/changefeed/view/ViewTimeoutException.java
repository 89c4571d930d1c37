package dev.cosmosblog.changefeed.view;

import java.time.Duration;

/** A view didn't return in time. Its changes are redelivered once the call has ended. */
public final class ViewTimeoutException extends ViewException {
  private static final long serialVersionUID = 1L;

  /**
   * @param view the view's name
   * @param limit the time limit of a call
   */
  public ViewTimeoutException(String view, Duration limit) {
    super(
        view,
        ("View '%s' did not return within %s; its changes are redelivered once it has. Let the view"
             + " end when it is interrupted; if it is only slow, reduce batchSize or raise the time"
             + " limit.")
            .formatted(view, limit),
        null);
  }
}
