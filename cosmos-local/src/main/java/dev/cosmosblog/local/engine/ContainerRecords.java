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
    return items().put(item.item().rid(), item.toBytes());
  }

  Change remove(long rid) {
    return items().remove(rid);
  }

  Change mark(RangeId range, Mark mark) {
    return marks().put(range.number(), mark.toBytes());
  }

  List<Change> removeAll() {
    List<Change> all = new ArrayList<>(new VersionRecords(container).removeAll());
    all.add(items().removeAll());
    all.add(marks().removeAll());
    return all;
  }

  void items(Documents documents, BiConsumer<Long, ByteBuffer> reader) {
    items().read(documents, reader);
  }

  void marks(Documents documents, BiConsumer<Long, Mark> reader) {
    marks().read(documents, (range, bytes) -> reader.accept(range, Mark.read(bytes.array())));
  }

  private KeptRegion items() {
    return new KeptRegion(ITEM, container);
  }

  private KeptRegion marks() {
    return new KeptRegion(MARK, container);
  }
}
