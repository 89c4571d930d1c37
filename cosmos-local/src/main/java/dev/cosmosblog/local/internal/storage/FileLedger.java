package dev.cosmosblog.local.internal.storage;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;
import org.h2.mvstore.Cursor;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.MVStoreException;
import org.h2.mvstore.type.ByteArrayDataType;

/**
 * A ledger in a file of an MVStore. One thread takes all pending changes and commits them at once,
 * so that no version of the file contains a part of a change, and many writers share a commit. The
 * operating system has the data when a write is acknowledged, so it outlives the process; it is not
 * forced to the disk.
 */
final class FileLedger implements Ledger {
  /** Its only entry marks the file as open. */
  private static final byte[] OPEN_MARK = {0};

  private static final int COMPACT_EVERY = 256;
  private static final int COMPACT_BELOW_PERCENT = 50;
  private static final int COMPACT_BYTES = 4 * 1024 * 1024;

  /** A request to write, or, without changes, to stop. */
  private record Request(List<Change> changes, CompletableFuture<Void> done) {}

  private final MVStore store;
  private final MVMap<byte[], byte[]> entries;
  private final boolean interrupted;
  private final BlockingQueue<Request> requests = new LinkedBlockingQueue<>();
  private final AtomicBoolean closed = new AtomicBoolean();
  private final Thread writer;

  /** Set when no more requests are taken. */
  private volatile boolean ended;

  private FileLedger(MVStore store) {
    this.store = store;
    MVMap.Builder<byte[], byte[]> type =
        new MVMap.Builder<byte[], byte[]>()
            .keyType(ByteArrayDataType.INSTANCE)
            .valueType(ByteArrayDataType.INSTANCE);
    entries = store.openMap("entries", type);
    interrupted = entries.containsKey(OPEN_MARK);
    writer = new Thread(this::work, "cosmos-local-ledger");
    writer.setDaemon(true);
  }

  static FileLedger open(Path file) {
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
      MVStore store =
          new MVStore.Builder()
              .fileName(file.toString())
              .autoCommitDisabled()
              // An automatic commit would store a part of the pending changes.
              .autoCommitBufferSize(0)
              .open();
      store.setRetentionTime(0);
      store.setVersionsToKeep(0);
      FileLedger ledger = new FileLedger(store);
      ledger.writer.start();
      ledger.write(List.of(new Change.Put(OPEN_MARK, new byte[0]))).await();
      return ledger;
    } catch (MVStoreException | IOException e) {
      throw new UncheckedIOException(
          new IOException(file + " can't be opened: " + e.getMessage(), e));
    }
  }

  @Override
  public Receipt write(List<Change> changes) {
    return changes.isEmpty() ? Receipt.NONE : send(changes);
  }

  private Receipt send(List<Change> changes) {
    CompletableFuture<Void> done = new CompletableFuture<>();
    requests.add(new Request(changes, done));
    if (ended) {
      done.completeExceptionally(closed());
    }
    return () -> join(done);
  }

  private static void join(CompletableFuture<Void> done) {
    try {
      done.join();
    } catch (CompletionException e) {
      throw new UncheckedIOException(
          new IOException("The changes could not be stored.", e.getCause()));
    }
  }

  @Override
  public void read(byte[] prefix, BiConsumer<byte[], byte[]> reader) {
    KeyRange range = KeyRange.startingWith(prefix);
    Cursor<byte[], byte[]> cursor = entries.cursor(range.from(), range.to(), false);
    while (cursor.hasNext()) {
      byte[] key = cursor.next();
      if (Arrays.equals(key, range.to())) {
        return;
      }
      reader.accept(key, cursor.getValue());
    }
  }

  @Override
  public boolean interrupted() {
    return interrupted;
  }

  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      write(List.of(new Change.Remove(OPEN_MARK)));
      send(List.of());
    }
    boolean interruptedHere = false;
    while (writer.isAlive()) {
      try {
        writer.join();
      } catch (InterruptedException e) {
        interruptedHere = true;
      }
    }
    if (interruptedHere) {
      Thread.currentThread().interrupt();
    }
  }

  private void work() {
    List<Request> waiting = new ArrayList<>();
    int commits = 0;
    boolean open = true;
    while (open) {
      waiting.clear();
      try {
        waiting.add(requests.take());
      } catch (InterruptedException e) {
        // Nobody else knows the thread, so only close stops it.
        continue;
      }
      requests.drainTo(waiting);
      open = waiting.stream().noneMatch(request -> request.changes.isEmpty());
      commit(waiting, ++commits % COMPACT_EVERY == 0);
    }
    store.close();
    ended = true;
    requests.forEach(request -> request.done.completeExceptionally(closed()));
  }

  private static IOException closed() {
    return new IOException("The account is closed.");
  }

  private void commit(List<Request> waiting, boolean compact) {
    try {
      waiting.forEach(request -> request.changes.forEach(this::apply));
      store.commit();
      waiting.forEach(request -> request.done.complete(null));
      if (compact) {
        store.compact(COMPACT_BELOW_PERCENT, COMPACT_BYTES);
      }
    } catch (RuntimeException e) {
      // Whatever the cause, the waiting writers must be told.
      waiting.forEach(request -> request.done.completeExceptionally(e));
    }
  }

  private void apply(Change change) {
    if (change instanceof Change.Put put) {
      entries.put(put.key(), put.value());
    } else if (change instanceof Change.Remove remove) {
      entries.remove(remove.key());
    } else if (change instanceof Change.RemoveAll all) {
      List<byte[]> keys = new ArrayList<>();
      read(all.prefix(), (key, value) -> keys.add(key));
      keys.forEach(entries::remove);
    }
  }
}
