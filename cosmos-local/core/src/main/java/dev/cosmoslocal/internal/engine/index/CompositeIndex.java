package dev.cosmoslocal.internal.engine.index;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmoslocal.internal.engine.resource.JsonPath;
import dev.cosmoslocal.internal.query.source.SortKey;
import dev.cosmoslocal.internal.storage.KeyWriter;
import java.util.List;

/**
 * An order by several paths. The first is always ascending; read backwards, it is the reverse
 * order.
 */
public record CompositeIndex(int number, List<SortKey> keys) {
  static CompositeIndex of(int number, List<SortKey> keys) {
    return new CompositeIndex(number, keys.get(0).descending() ? reversed(keys) : keys);
  }

  public static List<SortKey> reversed(List<SortKey> keys) {
    return keys.stream().map(k -> new SortKey(k.path(), !k.descending())).toList();
  }

  byte[] entry(JsonNode item, long rid) {
    KeyWriter out = new KeyWriter(IndexKeys.COMPOSITE).number(number);
    for (SortKey key : keys) {
      int start = out.length();
      IndexValue.write(out, JsonPath.find(item, key.path()));
      if (key.descending()) {
        out.invert(start);
      }
    }
    return out.number(rid).toBytes();
  }
}
