package dev.cosmoslocal.internal.engine.resource;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmoslocal.internal.storage.Change;
import dev.cosmoslocal.internal.storage.KeyWriter;
import dev.cosmoslocal.internal.storage.Ledger;
import dev.cosmoslocal.internal.storage.LedgerException;
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

  /**
   * Stores changes before they are made in memory. Blocks until they are stored.
   *
   * @throws EngineException 503 if none is stored, now or later; 404 if they require a document
   *     that has been removed
   */
  public void write(List<Change> changes) {
    refusing(ledger.write(changes, Ledger.OnFailure.FORGET)::await);
  }

  /**
   * Stores changes that have been made in memory, now or before any later change. To wait for the
   * receipt fails with 503 if they are not stored yet, and with 404 if they are never stored,
   * because they require a document that has been removed.
   */
  public Ledger.Receipt writeMade(List<Change> changes) {
    Ledger.Receipt receipt = ledger.write(changes, Ledger.OnFailure.STORE_LATER);
    return () -> refusing(receipt::await);
  }

  /**
   * To be called before a change is made in memory.
   *
   * @throws EngineException 503 if nothing can be stored now
   */
  public void checkWritable() {
    refusing(ledger::checkWritable);
  }

  /** Clients don't learn the names of files. */
  private static void refusing(Runnable work) {
    try {
      work.run();
    } catch (LedgerException failure) {
      if (failure.problem() == LedgerException.LedgerProblem.REMOVED) {
        throw EngineException.notFound("its database, container or user was deleted meanwhile.");
      }
      String message =
          failure.problem() == LedgerException.LedgerProblem.CLOSED
              ? "The emulator is closed."
              : "The emulator can't write its file and refuses writes until it can; reads still"
                  + " work. Its log has the cause.";
      throw new EngineException(503, 0, message);
    }
  }

  public static Change putChange(String name, ObjectNode json) {
    return new Change.Put(key(name), Json.bytes(json));
  }

  public static Change removeChange(String name) {
    return new Change.Remove(key(name));
  }

  public static Change removeAllChange(String prefix) {
    return new Change.RemoveAll(key(prefix));
  }

  /** Refuses the changes that it is stored with unless there is a document with the name. */
  public static Change requireChange(String name) {
    return new Change.Require(key(name));
  }

  /** Reads all documents whose names have a prefix. */
  public void read(String prefix, BiConsumer<String, ObjectNode> reader) {
    ledger.read(
        key(prefix),
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

  public static Change counterChange(String name, int last) {
    return putChange("counter/" + name, Json.object().put("last", last));
  }

  private static byte[] key(String name) {
    return new KeyWriter(REGION).raw(KeyWriter.utf8(name)).toBytes();
  }
}
