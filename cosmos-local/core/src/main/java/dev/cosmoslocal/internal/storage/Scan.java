package dev.cosmoslocal.internal.storage;

import java.nio.ByteBuffer;
import java.util.NoSuchElementException;

/** A cursor over entries of a {@link SortedView}. Not thread-safe. */
public interface Scan {
  Scan NONE = new NoScan();

  /** Steps to the next entry, at first to the first. */
  boolean next();

  /** The key of the entry, a new array. */
  byte[] key();

  /** The value of the entry, read-only. */
  ByteBuffer value();

  /** A scan of nothing. */
  final class NoScan implements Scan {
    @Override
    public boolean next() {
      return false;
    }

    @Override
    public byte[] key() {
      throw new NoSuchElementException();
    }

    @Override
    public ByteBuffer value() {
      throw new NoSuchElementException();
    }
  }
}
