package dev.cosmoslocal.internal.query.page;

import java.util.Comparator;
import java.util.TreeMap;

/**
 * The first rows in an order, without equal ones: as many as fill a page, and one more, which tells
 * that there is a further page. A page has at least one row.
 */
final class FirstRows<T> {
  private final TreeMap<T, RowSize> rows;
  private final long most;
  private final long room;
  private long bytes;
  private long held;

  /** The bytes of a row's JSON, and the memory that it takes. */
  private record RowSize(long bytes, long memory) {}

  FirstRows(Comparator<? super T> order, PageBuilder page) {
    this(order, page.wanted(), page.room());
  }

  private FirstRows(Comparator<? super T> order, long most, long room) {
    this.rows = new TreeMap<>(order);
    this.most = most;
    this.room = room;
  }

  static <T> FirstRows<T> all(Comparator<? super T> order) {
    return new FirstRows<>(order, Long.MAX_VALUE, Long.MAX_VALUE);
  }

  /** Whether a row comes after all that are needed. */
  boolean isBeyond(T row) {
    boolean full = rows.size() >= most || rows.size() > 1 && bytes > room;
    return full && rows.comparator().compare(row, rows.lastKey()) > 0;
  }

  /** Whether a row is one of the first so far and not here yet. */
  boolean lacks(T row) {
    return !isBeyond(row) && !rows.containsKey(row);
  }

  void add(T row, long size, long memory) {
    rows.put(row, new RowSize(size, memory));
    bytes += size;
    held += memory;
    while (rows.size() > most
        || rows.size() > 2 && bytes - rows.lastEntry().getValue().bytes() > room) {
      RowSize last = rows.pollLastEntry().getValue();
      bytes -= last.bytes();
      held -= last.memory();
    }
  }

  long held() {
    return held;
  }

  Iterable<T> rows() {
    return rows.keySet();
  }
}
