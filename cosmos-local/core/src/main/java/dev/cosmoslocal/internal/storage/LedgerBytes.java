package dev.cosmoslocal.internal.storage;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.h2.mvstore.DataUtils;
import org.h2.mvstore.WriteBuffer;
import org.h2.mvstore.type.BasicDataType;

/**
 * The type of a ledger's keys and values: bytes after their number, and nothing that could be
 * deserialized. Refuses a number that is greater than the rest of the page.
 */
final class LedgerBytes extends BasicDataType<byte[]> {
  static final LedgerBytes TYPE = new LedgerBytes();

  private LedgerBytes() {}

  @Override
  public int getMemory(byte[] bytes) {
    return bytes.length;
  }

  @Override
  public void write(WriteBuffer out, byte[] bytes) {
    out.putVarInt(bytes.length).put(bytes);
  }

  @Override
  public byte[] read(ByteBuffer in) {
    int length = DataUtils.readVarInt(in);
    if (length < 0 || length > in.remaining()) {
      throw DataUtils.newMVStoreException(
          DataUtils.ERROR_FILE_CORRUPT, "An entry is shorter than it says");
    }
    byte[] bytes = new byte[length];
    in.get(bytes);
    return bytes;
  }

  @Override
  public byte[][] createStorage(int size) {
    return new byte[size][];
  }

  @Override
  public int compare(byte[] one, byte[] two) {
    return Arrays.compareUnsigned(one, two);
  }
}
