package dev.cosmoslocal.internal.storage;

import java.util.Arrays;

/**
 * A range of keys.
 *
 * @param from the lower bound, inclusive
 * @param to the upper bound, exclusive
 */
public record KeyRange(byte[] from, byte[] to) {
  private static final byte LAST = (byte) 0xff;

  /**
   * Returns the range of all keys with a prefix.
   *
   * @param prefix at least one byte, not all of them 255
   */
  public static KeyRange startingWith(byte[] prefix) {
    return new KeyRange(prefix, after(prefix));
  }

  /**
   * Returns the least key greater than all with a prefix.
   *
   * @param prefix at least one byte, not all of them 255
   */
  public static byte[] after(byte[] prefix) {
    int length = prefix.length;
    while (prefix[length - 1] == LAST) {
      length--;
    }
    byte[] after = Arrays.copyOf(prefix, length);
    after[length - 1]++;
    return after;
  }

  /** Returns the intersection of two ranges, possibly empty. */
  public KeyRange and(KeyRange other) {
    return new KeyRange(
        Arrays.compareUnsigned(from, other.from) >= 0 ? from : other.from,
        Arrays.compareUnsigned(to, other.to) <= 0 ? to : other.to);
  }

  public boolean isEmpty() {
    return Arrays.compareUnsigned(from, to) >= 0;
  }
}
