package dev.cosmosblog.changefeed.internal.handler;

import dev.cosmosblog.changefeed.view.ViewException;
import dev.cosmosblog.changefeed.view.ViewTimeoutException;
import dev.cosmosblog.model.BlogException;
import dev.cosmosblog.model.MalformedItemException;
import dev.cosmosblog.store.error.AccessDeniedException;
import dev.cosmosblog.store.error.LogicalPartitionFullException;
import dev.cosmosblog.store.error.SchemaMismatchException;
import dev.cosmosblog.store.error.SchemaMissingException;
import dev.cosmosblog.store.error.StoreException;
import dev.cosmosblog.store.error.StoreRejectedException;
import dev.cosmosblog.store.error.ThrottledException;
import java.util.List;
import org.slf4j.Logger;

/**
 * Turns changes into writes. A batch can be delivered twice, late, out of order, or to two hosts at
 * once, and a handler must reach the same state each time.
 */
public interface ChangeHandler {
  /** Returns when all writes of a batch are done. If it throws, the batch is redelivered. */
  void handle(List<BlogChange> changes);

  /** Handles a part of a batch, without waiting for other batches. */
  default void handleAlone(List<BlogChange> changes) {
    handle(changes);
  }

  /** No longer postpones writes, because this host is about to close. */
  default void stopWaiting() {}

  /** Forgets what it remembers of unfinished batches, because they aren't redelivered. */
  default void forget() {}

  default void close() {}

  /** Returns a failure that an item itself causes, and throws any other. */
  static RuntimeException causedByItem(RuntimeException failure) {
    if (isCausedByItem(failure)) {
      return failure;
    }
    throw failure;
  }

  /**
   * Checks whether a failure repeats because of its item: it cannot be read, or Cosmos DB refuses
   * what would be written, such as more than 2 MB (413) or to a full logical partition. A refused
   * query is no item's fault: an index may still be built.
   */
  static boolean isCausedByItem(RuntimeException failure) {
    return failure instanceof MalformedItemException
        || failure instanceof LogicalPartitionFullException
        || (failure instanceof StoreRejectedException rejected && rejected.isOfItem());
  }

  /**
   * Logs a failure. Names of items and users are logged at the finest levels only: messages about
   * stored items, and the SDK's, which are the causes of the store's. An exception of a custom view
   * is the host's to write.
   */
  static void warn(Logger log, String what, Throwable failure) {
    if (!(failure instanceof BlogException)) {
      log.warn(what, failure);
      return;
    }
    if (failure instanceof ViewException) {
      log.warn("{}: {}", what, failure.getMessage(), failure.getCause());
      return;
    }
    boolean namesNoItem =
        failure instanceof StoreException || failure instanceof SchemaMismatchException;
    log.warn("{}: {}", what, namesNoItem ? failure.getMessage() : failure.getClass().getName());
    log.debug("The cause", failure);
  }

  /** Checks whether the index, schema, throughput, access or a hanging view must change first. */
  static boolean needsOperator(RuntimeException failure) {
    return failure instanceof AccessDeniedException
        || failure instanceof SchemaMissingException
        || failure instanceof SchemaMismatchException
        || failure instanceof ThrottledException
        || failure instanceof ViewTimeoutException
        || (failure instanceof StoreRejectedException rejected && !rejected.isOfItem());
  }
}
