package dev.cosmosblog.store.internal.cosmos;

import dev.cosmosblog.store.internal.session.SessionProgress;

/** The progress that all operations of a database share, and whether it is open. Thread-safe. */
public final class ClientState {
  private final SessionProgress seen = new SessionProgress();
  private volatile boolean closed;

  /** Returns the progress that this client has seen. */
  SessionProgress seen() {
    return seen;
  }

  public void close() {
    closed = true;
  }

  /** Throws an IllegalStateException if the database is closed. */
  public void checkOpen() {
    if (closed) {
      throw new IllegalStateException(
          "This BlogDatabase is closed. Build another one, and close it after its last use.");
    }
  }
}
