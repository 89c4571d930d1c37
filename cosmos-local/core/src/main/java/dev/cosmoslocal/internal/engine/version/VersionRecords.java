package dev.cosmoslocal.internal.engine.version;

import dev.cosmoslocal.internal.engine.item.Item;
import dev.cosmoslocal.internal.engine.item.ItemRecord;
import dev.cosmoslocal.internal.engine.key.EpkRange;
import dev.cosmoslocal.internal.engine.key.ItemKeys;
import dev.cosmoslocal.internal.engine.resource.StoredDocuments;
import dev.cosmoslocal.internal.engine.resource.StoredRegion;
import dev.cosmoslocal.internal.storage.Change;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;

/** The ledger keys and stored forms of a container's log of versions. */
public record VersionRecords(long container) {
  private static final int VERSION = 4;
  private static final int FLOOR = 5;
  private static final int HEADER = 2 * Integer.BYTES + 3 * Long.BYTES + 1;
  private static final String BETWEEN = "-";

  /** A change and the number of its partition. */
  record StoredVersion(int partition, ItemVersion version) {}

  Change put(long number, StoredVersion stored) {
    ItemVersion version = stored.version;
    byte[] current = bytes(version.current());
    byte[] previous = bytes(version.previous());
    ByteBuffer out = ByteBuffer.allocate(HEADER + current.length + previous.length);
    out.putInt(stored.partition).putLong(version.lsn()).putLong(version.seconds());
    out.putLong(version.item().rid()).put((byte) version.type().ordinal());
    out.putInt(current.length).put(current).put(previous);
    return versions().put(number, out.array());
  }

  Change remove(long number) {
    return versions().remove(number);
  }

  Change floor(int partition, VersionLog.RetentionStart floor) {
    byte[] range =
        (floor.range().min() + BETWEEN + floor.range().max()).getBytes(StandardCharsets.US_ASCII);
    ByteBuffer out = ByteBuffer.allocate(Long.BYTES + range.length);
    return floors().put(partition, out.putLong(floor.lsn()).put(range).array());
  }

  public List<Change> removeAll() {
    return List.of(versions().removeAll(), floors().removeAll());
  }

  void versions(ItemKeys keys, StoredDocuments documents, BiConsumer<Long, StoredVersion> reader) {
    versions().read(documents, (number, in) -> reader.accept(number, storedVersion(keys, in)));
  }

  void floors(StoredDocuments documents, BiConsumer<Integer, VersionLog.RetentionStart> reader) {
    floors().read(documents, (partition, in) -> reader.accept(partition.intValue(), floor(in)));
  }

  private static VersionLog.RetentionStart floor(ByteBuffer in) {
    long lsn = in.getLong();
    String range = StandardCharsets.US_ASCII.decode(in).toString();
    int between = range.indexOf(BETWEEN);
    return new VersionLog.RetentionStart(
        new EpkRange(range.substring(0, between), range.substring(between + 1)), lsn);
  }

  private static StoredVersion storedVersion(ItemKeys keys, ByteBuffer in) {
    int partition = in.getInt();
    long lsn = in.getLong();
    long seconds = in.getLong();
    long rid = in.getLong();
    ItemVersion.ChangeType type = ItemVersion.ChangeType.values()[in.get()];
    int length = in.getInt();
    Optional<Item> current = item(keys, rid, in.slice(in.position(), length));
    in.position(in.position() + length);
    return new StoredVersion(
        partition, new ItemVersion(type, current, item(keys, rid, in), lsn, seconds));
  }

  private static byte[] bytes(Optional<Item> item) {
    return item.map(i -> new ItemRecord(0, i).toBytes()).orElseGet(() -> new byte[0]);
  }

  private static Optional<Item> item(ItemKeys keys, long rid, ByteBuffer in) {
    return in.hasRemaining()
        ? Optional.of(ItemRecord.read(keys, rid, in).item())
        : Optional.empty();
  }

  private StoredRegion versions() {
    return new StoredRegion(VERSION, container);
  }

  private StoredRegion floors() {
    return new StoredRegion(FLOOR, container);
  }
}
