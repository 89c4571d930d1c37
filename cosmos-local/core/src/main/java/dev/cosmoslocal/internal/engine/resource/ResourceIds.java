package dev.cosmoslocal.internal.engine.resource;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Base64;
import java.util.Optional;

/**
 * The service's resource ids: Base64 with {@code -} for {@code /}, parsed by the SDK's class
 * ResourceId.
 */
public final class ResourceIds {
  private static final long COUNTER_BITS = 56;
  private static final int RANGE_KIND = 5;

  /** Odd, so that multiples differ between databases, and spread by the golden ratio. */
  private static final long SPREAD = 0x9E3779B1L;

  private ResourceIds() {}

  public static String database(int number) {
    return encode(ByteBuffer.allocate(4).putInt(number).array());
  }

  /**
   * The eight bytes of a container's id. The top bit of the second half distinguishes it from a
   * user. That half differs between databases, too: the SDK keeps session tokens by it alone, since
   * the top bit makes it a negative number that hides the database's half
   * (ResourceId#getUniqueDocumentCollectionId).
   */
  public static long container(int database, int number) {
    long own = database * SPREAD + number & 0x7FFFFFFFL;
    return (long) database << 32 | 0x80000000L | own;
  }

  public static String container(long container) {
    return encode(ByteBuffer.allocate(8).putLong(container).array());
  }

  public static String user(int database, int number) {
    return encode(ByteBuffer.allocate(8).putInt(database).putInt(number).array());
  }

  public static String permission(int database, int user, int number) {
    return encode(ByteBuffer.allocate(16).putInt(database).putInt(user).putLong(number).array());
  }

  public static String item(long container, long number) {
    return child(container, number, 0);
  }

  public static String script(long container, long number, int kind) {
    return child(container, number, kind);
  }

  /** The number in an item's resource id; empty if it is not one. */
  public static Optional<Long> itemNumber(String rid) {
    return decode(rid)
        .filter(bytes -> bytes.length == 2 * Long.BYTES)
        .map(ByteBuffer::wrap)
        .map(bytes -> bytes.order(ByteOrder.LITTLE_ENDIAN).getLong(Long.BYTES));
  }

  /**
   * Returns the position of a resource id in a list of those of one kind, a number that differs
   * among them and is not negative; empty if it is not one.
   */
  public static Optional<Long> position(String rid) {
    // Of the last eight bytes the lower half comes first: its top bit is never used, except that
    // containers always have it.
    return decode(rid)
        .map(bytes -> new BigInteger(1, bytes).longValue())
        .map(number -> Long.rotateLeft(number, Integer.SIZE) & Long.MAX_VALUE);
  }

  private static Optional<byte[]> decode(String rid) {
    try {
      return Optional.of(Base64.getDecoder().decode(rid.replace('-', '/')));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  public static String range(long container, long number) {
    return child(container, number, RANGE_KIND);
  }

  public static String offer(int number) {
    return encode(new byte[] {(byte) number, (byte) (number >> 8), (byte) (number >> 16)});
  }

  private static String child(long container, long number, long kind) {
    ByteBuffer bytes = ByteBuffer.allocate(16).putLong(container).order(ByteOrder.LITTLE_ENDIAN);
    return encode(bytes.putLong(number | kind << COUNTER_BITS + 4).array());
  }

  /** The text of a resource id. */
  public static String encode(byte[] bytes) {
    return Base64.getEncoder().encodeToString(bytes).replace('/', '-');
  }
}
