package dev.cosmosblog.local.internal.storage;

import java.util.Arrays;

/**
 * Keys from one to another.
 *
 * @param from the least key
 * @param to above the greatest key
 */
public record KeyRange(byte[] from, byte[] to) {
  private static final byte LAST = (byte) 0xff;

  /**
   * The keys that begin with some bytes.
   *
   * @param prefix at least one byte, not all of them 255
   * @return the range
   */
  public static KeyRange startingWith(byte[] prefix) {
    return new KeyRange(prefix, after(prefix));
  }

  /**
   * The least key above all that begin with some bytes.
   *
   * @param prefix at least one byte, not all of them 255
   * @return the key
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

  /**
   * What two ranges have in common.
   *
   * @param other the other
   * @return a range, perhaps without keys
   */
  public KeyRange and(KeyRange other) {
    return new KeyRange(
        Arrays.compareUnsigned(from, other.from) >= 0 ? from : other.from,
        Arrays.compareUnsigned(to, other.to) <= 0 ? to : other.to);
  }

  /**
   * Whether no key can lie in it.
   *
   * @return whether it ends where it begins, or before
   */
  public boolean isEmpty() {
    return Arrays.compareUnsigned(from, to) >= 0;
  }
}
