package dev.cosmoslocal.internal.http.resource;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmoslocal.internal.engine.changefeed.ChangeFeed;
import dev.cosmoslocal.internal.engine.item.Item;
import dev.cosmoslocal.internal.engine.resource.Json;
import dev.cosmoslocal.internal.engine.version.ItemVersion;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * The body of a change feed page. The newer format wraps each item and adds metadata of its change.
 */
final class ChangeFeedBody {
  private ChangeFeedBody() {}

  static byte[] latestVersions(String rid, List<Item> items, boolean wrapped) {
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

  static byte[] allVersions(ChangeFeed feed, List<ItemVersion> versions) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    write(out, "{\"_rid\":\"" + feed.container().rid() + "\",\"Documents\":[");
    String separator = "";
    for (ItemVersion version : versions) {
      write(out, separator + "{\"current\":");
      out.writeBytes(
          version.current().map(Item::toBytes).orElseGet(() -> Json.bytes(Json.object())));
      if (version.current().isEmpty()) {
        write(out, ",\"previous\":");
        version.previous().map(Item::toBytes).ifPresent(out::writeBytes);
      }
      write(out, ",\"metadata\":");
      out.writeBytes(Json.bytes(metadata(feed, version)));
      write(out, "}");
      separator = ",";
    }
    write(out, "],\"_count\":" + versions.size() + "}");
    return out.toByteArray();
  }

  private static ObjectNode metadata(ChangeFeed feed, ItemVersion version) {
    ObjectNode json = Json.object().put("lsn", version.lsn()).put("crts", version.seconds());
    json.put("operationType", version.type().operation());
    version
        .previous()
        .ifPresent(
            previous -> {
              json.put("previousImageLSN", previous.lsn());
              if (version.current().isEmpty()) {
                json.put("timeToLiveExpired", version.type() == ItemVersion.ChangeType.EXPIRY);
                json.put("id", previous.key().id());
                json.set("partitionKey", feed.partitionKey(previous));
              }
            });
    return json;
  }

  private static void write(ByteArrayOutputStream out, String text) {
    out.writeBytes(text.getBytes(StandardCharsets.US_ASCII));
  }
}
