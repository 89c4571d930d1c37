package dev.cosmosblog.local.internal.engine.resource;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmosblog.local.internal.storage.Change;
import dev.cosmosblog.local.internal.storage.KeyWriter;
import dev.cosmosblog.local.internal.storage.Ledger;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiConsumer;

/**
 * The stored documents of an account, besides items: databases, containers, offers and counters,
 * each a JSON object with a name.
 */
public record StoredDocuments(Ledger ledger) {
  private static final int REGION = 1;

  /** Stores changes. Blocks until they are stored. */
  void put(String name, ObjectNode json) {
    write(List.of(putting(name, json)));
  }

  /** Blocks until all changes are stored, or throws if none is. */
  public void write(List<Change> changes) {
    ledger.write(changes).await();
  }

  public static Change putting(String name, ObjectNode json) {
    return new Change.Put(key(name), Json.bytes(json));
  }

  public static Change removing(String name) {
    return new Change.Remove(key(name));
  }

  public static Change removingAll(String beginning) {
    return new Change.RemoveAll(key(beginning));
  }

  /** Reads all documents whose names have a prefix. */
  public void read(String beginning, BiConsumer<String, ObjectNode> reader) {
    ledger.read(
        key(beginning),
        (key, json) ->
            reader.accept(
                new String(Arrays.copyOfRange(key, 1, key.length), StandardCharsets.UTF_8),
                Json.stored(json)));
  }

  /** The greatest number that a counter has had. */
  public int counter(String name) {
    int[] last = {0};
    String whole = "counter/" + name;
    read(
        whole, (key, json) -> last[0] = key.equals(whole) ? json.path("last").intValue() : last[0]);
    return last[0];
  }

  public static Change counting(String name, int last) {
    return putting("counter/" + name, Json.object().put("last", last));
  }

  private static byte[] key(String name) {
    return new KeyWriter(REGION).raw(KeyWriter.utf8(name)).toBytes();
  }
}
