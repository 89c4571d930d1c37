package dev.cosmoslocal.internal.exchange;

import java.util.concurrent.atomic.AtomicLong;

/** Counts the bytes of requests and answers on their way over all connections, and bounds them. */
public final class BytesUnderWay {
  private final AtomicLong bytes = new AtomicLong();
  private final long most;

  public BytesUnderWay(long most) {
    this.most = most;
  }

  /** Counts bytes that are about to arrive; false if they are too many, and then counts none. */
  public boolean reserve(long count) {
    if (bytes.addAndGet(count) <= most) {
      return true;
    }
    release(count);
    return false;
  }

  /** Counts the bytes of a response: a request that has been executed is answered in any case. */
  public void add(long count) {
    bytes.addAndGet(count);
  }

  public void release(long count) {
    bytes.addAndGet(-count);
  }

  /** Returns whether answers took so much that no further request should be executed. */
  public boolean exceeded() {
    return bytes.get() > most;
  }
}
