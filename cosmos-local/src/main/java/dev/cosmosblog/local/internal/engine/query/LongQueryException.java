package dev.cosmosblog.local.internal.engine.query;

/** A query may take longer than the thread that asked it has. Nothing was done. */
public final class LongQueryException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  LongQueryException() {
    // It only sends the query to another thread.
    super("The query may take long.", null, false, false);
  }
}
