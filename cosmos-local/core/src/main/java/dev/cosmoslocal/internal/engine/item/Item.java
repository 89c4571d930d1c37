package dev.cosmoslocal.internal.engine.item;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmoslocal.internal.budget.Budget;
import dev.cosmoslocal.internal.budget.EventLoopException;
import dev.cosmoslocal.internal.budget.NonBlocking;
import dev.cosmoslocal.internal.engine.key.ItemKey;
import dev.cosmoslocal.internal.engine.key.ItemKeys;
import dev.cosmoslocal.internal.engine.resource.EntityTags;
import dev.cosmoslocal.internal.engine.resource.Json;
import dev.cosmoslocal.internal.engine.resource.ResourceIds;
import dev.cosmoslocal.internal.query.source.StoredItem;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One version of an item. Immutable. The system properties are not stored but generated on reads.
 */
public final class Item implements StoredItem {
  public static final List<String> SYSTEM_PROPERTIES =
      List.of("_rid", "_self", "_etag", "_attachments", "_ts", "_lsn");

  private static final int MAX_QUICK_BYTES = 32 * 1024;

  private final ItemKeys keys;
  private final @Nullable ItemKey key;
  private final byte[] body;
  private final int ttl;
  private final WriteStamp stamp;

  /** Creates a version. Without a key, the key is extracted from the JSON when it is needed. */
  public Item(ItemKeys keys, @Nullable ItemKey key, byte[] body, int ttl, WriteStamp stamp) {
    this.keys = keys;
    this.key = key;
    this.body = body;
    this.ttl = ttl;
    this.stamp = stamp;
  }

  /**
   * Returns this item.
   *
   * @throws EventLoopException if the thread is an event loop and the item is large, so that it
   *     takes long to parse it or to change its index entries
   */
  public Item checkThread() {
    if (Thread.currentThread() instanceof NonBlocking && body.length > MAX_QUICK_BYTES) {
      throw new EventLoopException();
    }
    return this;
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

  /** Seconds to live, -1 for ever, 0 for the container's default. */
  int ttl() {
    return ttl;
  }

  @Override
  public long rid() {
    return stamp.rid();
  }

  /** The resource id, {@code _rid}. */
  public String resourceId() {
    return ResourceIds.item(keys.container().number(), stamp.rid());
  }

  @Override
  public int bytes() {
    return body.length;
  }

  /** The entity tag, in quotation marks. */
  public String etag() {
    return EntityTags.of(stamp.etag(), stamp.seconds());
  }

  /** The number of the transaction that wrote this version, its LSN in the physical partition. */
  public long lsn() {
    return stamp.lsn();
  }

  /** The time at which this version was written, in seconds of the epoch. */
  public long seconds() {
    return stamp.seconds();
  }

  public boolean replaced() {
    return stamp.replaced();
  }

  /** The JSON with its system properties. Takes its memory from the budget of the thread. */
  @Override
  public JsonNode json() {
    ObjectNode json = Json.stored(body, Budget.current());
    String rid = resourceId();
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

  /** The JSON as its writer sent it, without system properties. */
  public ObjectNode user() {
    return Json.stored(body);
  }

  /**
   * The JSON as its writer sent it, without system properties.
   *
   * @return UTF-8
   */
  public byte[] toUserBytes() {
    return body.clone();
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
    String rid = resourceId();
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

  /** Every item has an id, so its JSON is never empty, and a comma may follow its last property. */
  private byte[] bytesWith(String system) {
    byte[] more = (system + "}").getBytes(StandardCharsets.US_ASCII);
    byte[] all = Arrays.copyOf(body, body.length - 1 + more.length);
    System.arraycopy(more, 0, all, body.length - 1, more.length);
    return all;
  }
}
