package dev.cosmosblog.local.internal.http.resource;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmosblog.local.internal.engine.changefeed.ChangeFeed;
import dev.cosmosblog.local.internal.engine.item.Item;
import dev.cosmosblog.local.internal.engine.resource.Json;
import dev.cosmosblog.local.internal.engine.version.ItemVersion;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * The body of a page of all versions and deletes. A delete shows the item that was as {@code
 * previous}, and its id and partition key among the metadata (the SDK's class
 * ChangeFeedProcessorItem; Microsoft Learn, "Change feed modes in Azure Cosmos DB").
 */
final class VersionBody {
  private VersionBody() {}

  static byte[] of(ChangeFeed feed, List<ItemVersion> versions) {
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
                json.put("timeToLiveExpired", version.type() == ItemVersion.Type.EXPIRY);
                json.put("id", previous.json().path("id").textValue());
                json.set("partitionKey", feed.partitionKey(previous));
              }
            });
    return json;
  }

  private static void write(ByteArrayOutputStream out, String text) {
    out.writeBytes(text.getBytes(StandardCharsets.US_ASCII));
  }
}
