package dev.cosmoslocal.internal.engine.item;

import java.util.Arrays;

/** A pattern of bytes, found in other bytes by Horspool's algorithm. Immutable. */
public final class BytePattern {
  private static final int BYTES = 256;

  private final byte[] pattern;
  private final int[] skips = new int[BYTES];

  public BytePattern(byte[] pattern) {
    this.pattern = pattern;
    Arrays.fill(skips, pattern.length);
    for (int i = 0; i < pattern.length - 1; i++) {
      skips[pattern[i] & 0xff] = pattern.length - 1 - i;
    }
  }

  public boolean in(byte[] text) {
    int last = pattern.length - 1;
    for (int at = last; at < text.length; at += skips[text[at] & 0xff]) {
      if (Arrays.equals(text, at - last, at + 1, pattern, 0, pattern.length)) {
        return true;
      }
    }
    return false;
  }
}
