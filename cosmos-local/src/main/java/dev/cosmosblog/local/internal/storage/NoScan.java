package dev.cosmosblog.local.internal.storage;

import java.nio.ByteBuffer;
import java.util.NoSuchElementException;

/** Goes through nothing. */
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
