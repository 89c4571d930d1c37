package dev.cosmoslocal.internal.storage;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import org.h2.mvstore.DataUtils;

/**
 * Checks a page of an MVStore before the store parses it, since the store allocates what a page
 * claims to contain. The layout is that of {@code org.h2.mvstore.Page}: length, check value,
 * number, map, number of keys, type; the positions and counts of children; keys; values. The
 * store's own maps contain ASCII text.
 *
 * @param except the map whose keys and values are not checked here; -1 for none
 */
record PageBounds(int except) {
  static final PageBounds OF_STORE = new PageBounds(-1);

  private static final int HEAD = 6;
  private static final int NODE = 1;
  private static final int COMPRESSED = 2;

  /**
   * Returns whether what was read holds what it says. So does what is not a page: its check value
   * differs, and the store refuses it as a page.
   */
  boolean hold(ByteBuffer read, int chunkId, long offset) {
    ByteBuffer page = read.duplicate();
    if (page.remaining() < HEAD) {
      return true;
    }
    int length = page.getInt();
    int check =
        DataUtils.getCheckValue(chunkId)
            ^ DataUtils.getCheckValue((int) offset)
            ^ DataUtils.getCheckValue(length);
    if (page.getShort() != (short) check || length < HEAD || length > page.limit()) {
      return true;
    }
    page.limit(length);
    try {
      return holds(page);
    } catch (BufferUnderflowException | IllegalArgumentException e) {
      return false;
    }
  }

  private boolean holds(ByteBuffer page) {
    DataUtils.readVarInt(page);
    int map = DataUtils.readVarInt(page);
    int keys = DataUtils.readVarInt(page);
    int type = page.get();
    // This store compresses nothing.
    if (keys < 0 || keys > page.remaining() || (type & COMPRESSED) != 0) {
      return false;
    }
    int texts = keys * 2;
    if ((type & NODE) != 0) {
      page.position(page.position() + (keys + 1) * Long.BYTES);
      for (int i = 0; i <= keys; i++) {
        DataUtils.readVarLong(page);
      }
      texts = keys;
    }
    return map == except || texts(page, texts);
  }

  private static boolean texts(ByteBuffer page, int count) {
    for (int i = 0; i < count; i++) {
      int length = DataUtils.readVarInt(page);
      if (length < 0 || length > page.remaining()) {
        return false;
      }
      for (int c = 0; c < length; c++) {
        if (page.get() < 0) {
          return false;
        }
      }
    }
    return true;
  }
}
