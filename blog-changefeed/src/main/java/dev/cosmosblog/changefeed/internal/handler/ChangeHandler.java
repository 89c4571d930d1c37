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
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;

/**
 * Turns changes into writes. A handler must be idempotent, because a batch can be delivered twice,
 * late, out of order, or to two hosts at once.
 */
public interface ChangeHandler {
  /**
   * Returns when all writes of a batch are done, or certain to be done later. If it throws, the
   * batch is redelivered.
   */
  void handle(List<BlogChange> changes);

  /** Handles a part of a batch, without waiting for other batches. */
  default void handleAlone(List<BlogChange> changes) {
    handle(changes);
  }

  /** Stops postponing writes, because this host is about to close. */
  default void stopWaiting() {}

  /** Waits until the postponed writes are done; returns false at the timeout. */
  default boolean awaitWritten(Duration timeout) throws InterruptedException {
    return true;
  }

  /** Forgets the state of unfinished batches, because they won't be redelivered to this host. */
  default void forget() {}

  default void close() {}

  /** Returns a failure that is the item's fault, and throws any other. */
  static RuntimeException causedByItem(RuntimeException failure) {
    if (isCausedByItem(failure)) {
      return failure;
    }
    throw failure;
  }

  /**
   * Checks whether a failure is its item's fault and would repeat: the item can't be read, or
   * Cosmos DB rejects the write, for example because the item exceeds 2 MB (413) or the logical
   * partition is full. A rejected query isn't an item's fault, because an index may still be
   * building.
   */
  static boolean isCausedByItem(RuntimeException failure) {
    return failure instanceof MalformedItemException
        || failure instanceof LogicalPartitionFullException
        || (failure instanceof StoreRejectedException rejected && rejected.isOfItem());
  }

  /**
   * Logs a failure. Messages that may contain ids or usernames are logged at debug level only:
   * those about stored items, and the SDK's messages in the causes of store exceptions. The
   * application is responsible for the messages of its views.
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

  /**
   * Checks whether an operator must act first: on the index, schema, throughput, access or a
   * hanging view.
   */
  static boolean needsOperator(RuntimeException failure) {
    return failure instanceof AccessDeniedException
        || failure instanceof SchemaMissingException
        || failure instanceof SchemaMismatchException
        || failure instanceof ThrottledException
        || failure instanceof ViewTimeoutException
        || (failure instanceof StoreRejectedException rejected && !rejected.isOfItem());
  }
}
