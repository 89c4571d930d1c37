package dev.cosmosblog.local.internal.budget;

/**
 * Signals that something that a user wrote was about to be evaluated on an event loop, which serves
 * other connections, too. Nothing was done. The caller moves the request to a worker.
 */
public final class EventLoopException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  EventLoopException() {
    super("Users' expressions are evaluated by workers only.", null, false, false);
  }
}
