package dev.cosmosblog.local.internal.http.resource;

import dev.cosmosblog.local.internal.engine.item.Item;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * The body of a change feed page; the newer format wraps each item with what is known of its
 * change.
 */
final class ChangeBody {
  private ChangeBody() {}

  static byte[] of(String rid, List<Item> items, boolean wrapped) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    write(out, "{\"_rid\":\"" + rid + "\",\"Documents\":[");
    boolean first = true;
    for (Item item : items) {
      write(out, first ? "" : ",");
      first = false;
      if (wrapped) {
        write(out, "{\"current\":");
        out.writeBytes(item.toBytes());
        write(out, ",\"metadata\":" + metadata(item) + "}");
      } else {
        out.writeBytes(item.toChangeBytes());
      }
    }
    write(out, "],\"_count\":" + items.size() + "}");
    return out.toByteArray();
  }

  private static String metadata(Item item) {
    String type = item.replaced() ? "replace" : "create";
    return "{\"lsn\":"
        + item.lsn()
        + ",\"crts\":"
        + item.seconds()
        + ",\"operationType\":\""
        + type
        + "\"}";
  }

  private static void write(ByteArrayOutputStream out, String text) {
    out.writeBytes(text.getBytes(StandardCharsets.US_ASCII));
  }
}
