package dev.cosmoslocal.internal.engine.item;

import dev.cosmoslocal.internal.engine.key.ItemKeys;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * The stored form of an item: the number of its logical partition and its stamp in few bytes, then
 * its JSON.
 */
public record ItemRecord(long group, Item item) {
  private static final int MAX_HEADER = 60;
  private static final int LOW_BITS = 0x7f;

  public byte[] toBytes() {
    WriteStamp stamp = item.stamp();
    ByteBuffer out = ByteBuffer.allocate(item.bytes() + MAX_HEADER);
    for (long part :
        new long[] {
          group,
          stamp.change(),
          stamp.etag(),
          stamp.seconds(),
          item.ttl() + 1,
          stamp.replaced() ? 1 : 0
        }) {
      write(out, part);
    }
    item.writeTo(out);
    byte[] bytes = new byte[out.flip().remaining()];
    out.get(bytes);
    return bytes;
  }

  public static ItemRecord read(ItemKeys keys, long rid, ByteBuffer in) {
    long group = read(in);
    long change = read(in);
    long etag = read(in);
    long seconds = read(in);
    int ttl = (int) read(in) - 1;
    WriteStamp stamp = new WriteStamp(rid, change, etag, seconds, read(in) != 0);
    byte[] body = new byte[in.remaining()];
    in.get(body);
    return new ItemRecord(group, new Item(keys, null, body, ttl, stamp));
  }

  /** The stored form of a number. */
  public static byte[] number(long number) {
    ByteBuffer out = ByteBuffer.allocate(MAX_HEADER);
    write(out, number);
    return Arrays.copyOf(out.array(), out.position());
  }

  public static long readNumber(ByteBuffer in) {
    return read(in);
  }

  private static void write(ByteBuffer out, long number) {
    long rest = number;
    while ((rest & ~LOW_BITS) != 0) {
      out.put((byte) (rest | ~LOW_BITS));
      rest >>>= 7;
    }
    out.put((byte) rest);
  }

  private static long read(ByteBuffer in) {
    long number = 0;
    int shift = 0;
    byte b = in.get();
    while (b < 0) {
      number |= (long) (b & LOW_BITS) << shift;
      shift += 7;
      b = in.get();
    }
    return number | (long) b << shift;
  }
}
