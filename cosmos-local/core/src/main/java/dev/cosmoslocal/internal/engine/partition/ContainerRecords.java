package dev.cosmoslocal.internal.engine.partition;

import dev.cosmoslocal.internal.engine.item.ItemRecord;
import dev.cosmoslocal.internal.engine.resource.StoredDocuments;
import dev.cosmoslocal.internal.engine.resource.StoredRegion;
import dev.cosmoslocal.internal.engine.version.VersionRecords;
import dev.cosmoslocal.internal.storage.Change;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;

/** The ledger keys of a container's items and of the positions of its partitions. */
public record ContainerRecords(long container) {
  private static final int ITEM = 2;
  private static final int MARK = 3;

  /** The positions of a partition and of the counters. */
  record PartitionProgress(long lsn, long rids, long etags, long version) {
    byte[] toBytes() {
      ByteBuffer out = ByteBuffer.allocate(4 * Long.BYTES);
      return out.putLong(lsn).putLong(rids).putLong(etags).putLong(version).array();
    }

    static PartitionProgress read(byte[] bytes) {
      ByteBuffer in = ByteBuffer.wrap(bytes);
      // Earlier versions of the emulator stored no version.
      return new PartitionProgress(
          in.getLong(),
          in.getLong(),
          in.getLong(),
          in.hasRemaining() ? in.getLong() : SessionToken.FIRST_VERSION);
    }
  }

  Change put(ItemRecord item) {
    return items().put(item.item().rid(), item.toBytes());
  }

  Change remove(long rid) {
    return items().remove(rid);
  }

  Change mark(RangeId range, PartitionProgress mark) {
    return marks().put(range.number(), mark.toBytes());
  }

  public List<Change> removeAll() {
    List<Change> all = new ArrayList<>(new VersionRecords(container).removeAll());
    all.add(items().removeAll());
    all.add(marks().removeAll());
    return all;
  }

  void items(StoredDocuments documents, BiConsumer<Long, ByteBuffer> reader) {
    items().read(documents, reader);
  }

  void marks(StoredDocuments documents, BiConsumer<Long, PartitionProgress> reader) {
    marks()
        .read(
            documents,
            (range, bytes) -> reader.accept(range, PartitionProgress.read(bytes.array())));
  }

  private StoredRegion items() {
    return new StoredRegion(ITEM, container);
  }

  private StoredRegion marks() {
    return new StoredRegion(MARK, container);
  }
}
