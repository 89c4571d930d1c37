package dev.cosmosblog.store.internal.cosmos;

import java.util.List;

/** The pages of one query, one request each. Used by one thread. */
public interface QueryPages<T> extends AutoCloseable {
  /**
   * Returns the next page, or an answer without a body at the end. After a failed answer the same
   * page can be asked for again.
   */
  Answer<List<T>> next();

  @Override
  void close();
}
