package dev.cosmoslocal.internal.engine.resource;

import dev.cosmoslocal.internal.storage.Change;
import dev.cosmoslocal.internal.storage.KeyWriter;
import java.nio.ByteBuffer;
import java.util.function.BiConsumer;

/** The stored entries of one kind of a container, each under a number. */
public record StoredRegion(int kind, long container) {
  public Change put(long number, byte[] value) {
    return new Change.Put(key(number), value);
  }

  public Change remove(long number) {
    return new Change.Remove(key(number));
  }

  public Change removeAll() {
    return new Change.RemoveAll(prefix().toBytes());
  }

  public void read(StoredDocuments documents, BiConsumer<Long, ByteBuffer> reader) {
    byte[] prefix = prefix().toBytes();
    documents
        .ledger()
        .read(
            prefix,
            (key, value) ->
                reader.accept(KeyWriter.number(key, prefix.length), ByteBuffer.wrap(value)));
  }

  private byte[] key(long number) {
    return prefix().number(number).toBytes();
  }

  private KeyWriter prefix() {
    return new KeyWriter(kind).number(container);
  }
}
