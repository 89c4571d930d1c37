package dev.cosmoslocal.internal.engine.partition;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmoslocal.internal.engine.index.IndexValue;
import dev.cosmoslocal.internal.engine.key.EpkRange;
import dev.cosmoslocal.internal.engine.key.LogicalPartition;
import dev.cosmoslocal.internal.engine.key.UniqueKeyValue;
import dev.cosmoslocal.internal.engine.resource.Json;
import dev.cosmoslocal.internal.storage.KeyRange;
import dev.cosmoslocal.internal.storage.KeyWriter;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Locale;

/**
 * The keys of a physical partition's store, by their first byte. A logical partition has a number
 * there, so that its key is stored once.
 */
public final class StoreKeys {
  /** Effective and full partition key to the number of the logical partition. */
  static final int GROUP = 1;

  /** Number of the logical partition and id to rid. */
  static final int ID = 2;

  /** Number of the logical partition and rid. */
  static final int MEMBER = 3;

  /** Rid to the item. */
  static final int ITEM = 4;

  /** Position in the change log to rid. */
  public static final int CHANGE = 5;

  /** Number of the logical partition, number of the unique key, values, to rid. */
  static final int UNIQUE = 6;

  private static final HexFormat HEX = HexFormat.of();

  private StoreKeys() {}

  static byte[] group(LogicalPartition key) {
    return new KeyWriter(GROUP).bounded(epk(key.epk())).raw(KeyWriter.utf8(key.text())).toBytes();
  }

  /** The logical partitions whose keys lie in a range. */
  static KeyRange groups(EpkRange range) {
    return new KeyRange(bound(range.min()), bound(range.max()));
  }

  static byte[] id(long group, String id) {
    return new KeyWriter(ID).number(group).raw(KeyWriter.utf8(id)).toBytes();
  }

  static byte[] member(long group, long rid) {
    return new KeyWriter(MEMBER).number(group).number(rid).toBytes();
  }

  public static byte[] members(long group) {
    return new KeyWriter(MEMBER).number(group).toBytes();
  }

  static byte[] item(long rid) {
    return new KeyWriter(ITEM).number(rid).toBytes();
  }

  static byte[] change(long change) {
    return new KeyWriter(CHANGE).number(change).toBytes();
  }

  static byte[] unique(long group, UniqueKeyValue unique) {
    KeyWriter out = new KeyWriter(UNIQUE).number(group).number(unique.key());
    for (JsonNode value : unique.values()) {
      IndexValue.write(out, value, Integer.MAX_VALUE);
      if (value.isContainerNode()) {
        out.bounded(Json.bytes(value));
      }
    }
    return out.toBytes();
  }

  /** The entries of a region from a number on. The number follows the region's byte. */
  public static KeyRange from(int region, long number) {
    return new KeyRange(
        new KeyWriter(region).number(number).toBytes(), new KeyWriter(region + 1).toBytes());
  }

  static KeyRange all(int region) {
    return KeyRange.startingWith(new KeyWriter(region).toBytes());
  }

  /** The effective partition key in the key of a logical partition. */
  static String epkOf(byte[] group) {
    return HEX.formatHex(KeyWriter.bounded(group, 1)).toUpperCase(Locale.ROOT);
  }

  private static byte[] bound(String epk) {
    // Without its terminator, it lies before all keys that begin with it.
    byte[] whole = new KeyWriter(GROUP).bounded(epk(epk)).toBytes();
    return Arrays.copyOf(whole, whole.length - 2);
  }

  /**
   * Two digits a byte. A bound with an odd number of digits lies before all keys that begin with
   * it.
   */
  private static byte[] epk(String hex) {
    return HEX.parseHex(hex.length() % 2 == 0 ? hex : hex + "0");
  }
}
