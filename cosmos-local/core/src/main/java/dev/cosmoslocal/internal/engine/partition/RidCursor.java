package dev.cosmoslocal.internal.engine.partition;

import dev.cosmoslocal.internal.storage.KeyWriter;
import dev.cosmoslocal.internal.storage.Scan;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;

/** A cursor over the rids of items. */
public interface RidCursor {
  /** The value after the last rid. */
  long END = -1;

  /** The next rid, or {@link #END}. */
  long next();

  /** The rids at the end of the keys of a scan. */
  static RidCursor of(Scan scan, ToIntFunction<byte[]> place) {
    return () -> {
      if (!scan.next()) {
        return END;
      }
      byte[] key = scan.key();
      return KeyWriter.number(key, place.applyAsInt(key));
    };
  }

  /** Merges ascending cursors without duplicates in ascending order. */
  static RidCursor merged(List<RidCursor> parts) {
    if (parts.size() == 1) {
      return parts.get(0);
    }
    record Head(long rid, RidCursor rest) {}
    PriorityQueue<Head> heads = new PriorityQueue<>((a, b) -> Long.compare(a.rid(), b.rid()));
    for (RidCursor part : parts) {
      long first = part.next();
      if (first != END) {
        heads.add(new Head(first, part));
      }
    }
    return () -> {
      Head least = heads.poll();
      if (least == null) {
        return END;
      }
      long next = least.rest().next();
      if (next != END) {
        heads.add(new Head(next, least.rest()));
      }
      return least.rid();
    };
  }

  /** Sorts the rids above a given one in ascending order. */
  static RidCursor sorted(List<RidCursor> parts, long after) {
    long[] all = new long[16];
    int size = 0;
    for (RidCursor part : parts) {
      for (long rid = part.next(); rid != END; rid = part.next()) {
        if (rid > after) {
          all = size == all.length ? Arrays.copyOf(all, 2 * size) : all;
          all[size++] = rid;
        }
      }
    }
    Arrays.sort(all, 0, size);
    return of(all, size);
  }

  private static RidCursor of(long[] all, int size) {
    int[] at = {0};
    return () -> at[0] == size ? END : all[at[0]++];
  }

  /** Concatenates two cursors. The second is created after the first has ended. */
  static RidCursor chain(RidCursor first, Supplier<RidCursor> second) {
    List<RidCursor> rest = new ArrayList<>(List.of(first));
    return () -> {
      long rid = rest.get(0).next();
      if (rid == END && rest.size() == 1) {
        rest.add(0, second.get());
        rid = rest.get(0).next();
      }
      return rid;
    };
  }

  /** The same rids in reverse order. */
  default RidCursor reversed() {
    List<Long> all = new ArrayList<>();
    for (long rid = next(); rid != END; rid = next()) {
      all.add(rid);
    }
    int[] left = {all.size()};
    return () -> left[0] == 0 ? END : all.get(--left[0]);
  }
}
