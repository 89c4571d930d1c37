package dev.cosmosblog.local.internal.storage;

import java.nio.ByteBuffer;

/** Goes through entries of a {@link SortedView}, one by one. Not safe for many threads. */
public interface Scan {
  /** No entries. */
  Scan NONE = new NoScan();

  /**
   * Steps to the next entry, at first to the first.
   *
   * @return whether there is one
   */
  boolean next();

  /**
   * The key of the entry.
   *
   * @return a new array
   */
  byte[] key();

  /**
   * The value of the entry.
   *
   * @return read-only
   */
  ByteBuffer value();
}
