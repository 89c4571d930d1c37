package dev.cosmoslocal.internal.storage;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Writes keys whose order is that of their parts. */
public final class KeyWriter {
  /** The bytes of a text are written shifted, which leaves room for its terminator. */
  private static final int SHIFT = 2;

  private static final int ESCAPE = 1;

  private byte[] bytes = new byte[64];
  private int length;

  public KeyWriter(int region) {
    one(region);
  }

  public KeyWriter one(int value) {
    reserve(1);
    bytes[length++] = (byte) value;
    return this;
  }

  /** Writes a number: the count of its bytes, then the bytes. */
  public KeyWriter number(long number) {
    int count = (Long.SIZE - Long.numberOfLeadingZeros(number) + 7) / 8;
    return one(count).big(number, count);
  }

  /** Writes a double in the order of doubles; 0 and -0 are equal. */
  public KeyWriter real(double number) {
    long bits = Double.doubleToLongBits(number + 0.0);
    return big(bits < 0 ? ~bits : bits ^ Long.MIN_VALUE, Double.BYTES);
  }

  public KeyWriter raw(byte[] part) {
    reserve(part.length);
    System.arraycopy(part, 0, bytes, length, part.length);
    length += part.length;
    return this;
  }

  /** Writes bytes with a terminator, so that another part may follow. */
  public KeyWriter bounded(byte[] part) {
    for (byte b : part) {
      one(b);
      if (b == 0) {
        one(ESCAPE);
      }
    }
    return one(0).one(0);
  }

  /** Writes the prefix of a text. The next part terminates it. */
  public KeyWriter text(byte[] utf8, int most) {
    int count = Math.min(utf8.length, most);
    reserve(count);
    for (int i = 0; i < count; i++) {
      bytes[length++] = (byte) (utf8[i] + SHIFT);
    }
    return this;
  }

  public int length() {
    return length;
  }

  /** Inverts the order of everything written after an offset. */
  public KeyWriter invert(int from) {
    for (int i = from; i < length; i++) {
      bytes[i] = (byte) ~bytes[i];
    }
    return this;
  }

  public byte[] toBytes() {
    return Arrays.copyOf(bytes, length);
  }

  public static long number(byte[] key, int at) {
    long number = 0;
    for (int i = at + 1; i < afterNumber(key, at); i++) {
      number = number << 8 | key[i] & 0xff;
    }
    return number;
  }

  public static int afterNumber(byte[] key, int at) {
    return at + 1 + key[at];
  }

  /** The bytes that {@link #bounded(byte[])} wrote at an offset of a key. */
  public static byte[] bounded(byte[] key, int at) {
    byte[] part = new byte[key.length];
    int length = 0;
    for (int i = at; key[i] != 0 || key[i + 1] != 0; i++) {
      part[length++] = key[i];
      i += key[i] == 0 ? 1 : 0;
    }
    return Arrays.copyOf(part, length);
  }

  public static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private KeyWriter big(long number, int count) {
    reserve(count);
    for (int left = count - 1; left >= 0; left--) {
      bytes[length++] = (byte) (number >>> 8 * left);
    }
    return this;
  }

  private void reserve(int more) {
    if (length + more > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, length + more));
    }
  }
}
