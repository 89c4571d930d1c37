package dev.cosmosblog.changefeed.view;

import dev.cosmosblog.model.BlogException;
import org.jspecify.annotations.Nullable;

/** A custom view failed. */
public abstract class ViewException extends BlogException {
  private static final long serialVersionUID = 1L;

  private final String view;

  ViewException(String view, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.view = view;
  }

  /** {@return the view's name} */
  public String view() {
    return view;
  }
}
