package dev.cosmoslocal.internal.budget;

/**
 * Signals that something that a user wrote may take too long for an event loop, which serves other
 * connections, too. Nothing was done. The caller moves the request to a worker.
 */
public final class EventLoopException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public EventLoopException() {
    super("Workers evaluate what may take long.", null, false, false);
  }
}
