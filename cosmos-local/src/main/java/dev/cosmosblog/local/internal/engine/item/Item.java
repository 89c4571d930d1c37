package dev.cosmosblog.local.internal.engine.item;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmosblog.local.internal.engine.key.ItemKey;
import dev.cosmosblog.local.internal.engine.key.ItemKeys;
import dev.cosmosblog.local.internal.engine.resource.EntityTags;
import dev.cosmosblog.local.internal.engine.resource.Json;
import dev.cosmosblog.local.internal.engine.resource.ResourceIds;
import dev.cosmosblog.local.internal.query.source.StoredItem;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One version of an item. Immutable; the system properties are not stored but made when read. */
public final class Item implements StoredItem {
  public static final List<String> SYSTEM_PROPERTIES =
      List.of("_rid", "_self", "_etag", "_attachments", "_ts", "_lsn");

  private final ItemKeys keys;
  private final @Nullable ItemKey key;
  private final byte[] body;
  private final int ttl;
  private final WriteStamp stamp;

  /** Without a key, it finds out its key from its JSON when asked. */
  public Item(ItemKeys keys, @Nullable ItemKey key, byte[] body, int ttl, WriteStamp stamp) {
    this.keys = keys;
    this.key = key;
    this.body = body;
    this.ttl = ttl;
    this.stamp = stamp;
  }

  public ItemKey key() {
    return key != null ? key : keys.of(user());
  }

  void writeTo(ByteBuffer out) {
    out.put(body);
  }

  public WriteStamp stamp() {
    return stamp;
  }

  /** Seconds to live, -1 for ever, 0 if the container decides. */
  int ttl() {
    return ttl;
  }

  @Override
  public long rid() {
    return stamp.rid();
  }

  @Override
  public int bytes() {
    return body.length;
  }

  /**
   * The entity tag.
   *
   * @return the tag with its quotation marks
   */
  public String etag() {
    return EntityTags.of(stamp.etag(), stamp.seconds());
  }

  /**
   * The number of the transaction that wrote this version.
   *
   * @return the LSN, which counts in the item's physical partition
   */
  public long lsn() {
    return stamp.lsn();
  }

  /**
   * When this version was written.
   *
   * @return seconds of the epoch
   */
  public long seconds() {
    return stamp.seconds();
  }

  /**
   * Whether there was a version before this one.
   *
   * @return false for what a create wrote
   */
  public boolean replaced() {
    return stamp.replaced();
  }

  @Override
  public JsonNode json() {
    ObjectNode json = user();
    String rid = ResourceIds.item(keys.container().number(), stamp.rid());
    json.put("_rid", rid);
    json.put("_self", keys.container().self() + "docs/" + rid + "/");
    json.put("_etag", etag());
    json.put("_attachments", "attachments/");
    json.put("_ts", stamp.seconds());
    return json;
  }

  public boolean holds(BytePattern pattern) {
    return pattern.in(body);
  }

  /** What its writer wrote. */
  public ObjectNode user() {
    return Json.stored(body);
  }

  /**
   * The JSON with its system properties.
   *
   * @return UTF-8
   */
  public byte[] toBytes() {
    return bytesWith(system());
  }

  /**
   * The JSON with its system properties and {@code _lsn}, as the change feed shows it.
   *
   * @return UTF-8
   */
  public byte[] toChangeBytes() {
    return bytesWith(system() + ",\"_lsn\":" + stamp.lsn());
  }

  private String system() {
    String rid = ResourceIds.item(keys.container().number(), stamp.rid());
    String etag = etag();
    return ",\"_rid\":\""
        + rid
        + "\",\"_self\":\""
        + keys.container().self()
        + "docs/"
        + rid
        + "/\",\"_etag\":\"\\"
        + etag.substring(0, etag.length() - 1)
        + "\\\"\",\"_attachments\":\"attachments/\",\"_ts\":"
        + stamp.seconds();
  }

  /** An item is never empty, as it has an id: so a comma may follow its last property. */
  private byte[] bytesWith(String system) {
    byte[] more = (system + "}").getBytes(StandardCharsets.US_ASCII);
    byte[] all = Arrays.copyOf(body, body.length - 1 + more.length);
    System.arraycopy(more, 0, all, body.length - 1, more.length);
    return all;
  }
}
