package dev.cosmosblog.local.engine;

import dev.cosmosblog.local.storage.Change;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;

/** How a container's items and its partitions' marks are named among what outlives the process. */
record ContainerRecords(long container) {
  private static final int ITEM = 2;
  private static final int MARK = 3;

  /** How far a partition and the counters have come. */
  record Mark(long lsn, long rids, long etags) {
    byte[] toBytes() {
      ByteBuffer out = ByteBuffer.allocate(3 * Long.BYTES);
      return out.putLong(lsn).putLong(rids).putLong(etags).array();
    }

    static Mark read(byte[] bytes) {
      ByteBuffer in = ByteBuffer.wrap(bytes);
      return new Mark(in.getLong(), in.getLong(), in.getLong());
    }
  }

  Change put(ItemRecord item) {
    return new Change.Put(key(ITEM, item.item().rid()), item.toBytes());
  }

  Change remove(long rid) {
    return new Change.Remove(key(ITEM, rid));
  }

  Change mark(RangeId range, Mark mark) {
    return new Change.Put(key(MARK, range.number()), mark.toBytes());
  }

  List<Change> removeAll() {
    List<Change> all = new ArrayList<>(new VersionRecords(container).removeAll());
    all.add(new Change.RemoveAll(prefix(ITEM)));
    all.add(new Change.RemoveAll(prefix(MARK)));
    return all;
  }

  void items(Documents documents, BiConsumer<Long, ByteBuffer> reader) {
    read(documents, ITEM, reader);
  }

  void marks(Documents documents, BiConsumer<Long, Mark> reader) {
    read(documents, MARK, (range, bytes) -> reader.accept(range, Mark.read(bytes.array())));
  }

  private void read(Documents documents, int region, BiConsumer<Long, ByteBuffer> reader) {
    byte[] prefix = prefix(region);
    documents
        .ledger()
        .read(
            prefix,
            (key, value) ->
                reader.accept(KeyWriter.number(key, prefix.length), ByteBuffer.wrap(value)));
  }

  private byte[] key(int region, long number) {
    return new KeyWriter(region).number(container).number(number).toBytes();
  }

  private byte[] prefix(int region) {
    return new KeyWriter(region).number(container).toBytes();
  }
}
