package dev.cosmoslocal.internal.storage;

import static dev.cosmoslocal.internal.storage.LedgerException.LedgerProblem.INACCESSIBLE;

import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;
import org.h2.mvstore.Cursor;
import org.h2.mvstore.DataUtils;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.MVStoreException;
import org.h2.mvstore.type.ByteArrayDataType;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A ledger in a file of an MVStore. One thread takes all pending changes and commits them at once,
 * so that no version of the file contains a part of a change, and many writers share a commit. The
 * operating system has the data when a write is acknowledged, so it outlives the process. On
 * request, it is forced to the disk before that, so it outlives the loss of power.
 *
 * <p>If a commit fails, for example because the disk is full, its writers get the failure, and the
 * store is opened again for the next attempt, at the last commit that succeeded. The file stays
 * locked meanwhile.
 */
final class FileLedger implements Ledger {
  private static final Logger LOG = LoggerFactory.getLogger(FileLedger.class);

  private static final String ENTRIES = "entries";

  /**
   * The format of the entries. A change that an earlier version would misread gets the next number;
   * a version reads the formats of all earlier ones, or refuses the file by their number.
   */
  static final int FORMAT = 1;

  /** The number in files from before formats had numbers. Their format is the first one. */
  static final int UNNAMED_FORMAT = 0;

  /** Its only entry marks the file as open. */
  private static final byte[] OPEN_MARK = {0};

  private static final Change MARK = new Change.Put(OPEN_MARK, new byte[0]);

  private static final int COMPACT_EVERY = 256;
  private static final int COMPACT_BELOW_PERCENT = 50;
  private static final int COMPACT_BYTES = 4 * 1024 * 1024;

  /** A request to write; the last one closes the ledger. */
  private record Request(
      List<Change> changes, OnFailure onFailure, boolean last, CompletableFuture<Void> done) {}

  private final LockedFile file;
  private final boolean forced;
  private final boolean interrupted;
  private final BlockingQueue<Request> requests = new LinkedBlockingQueue<>();
  private final AtomicBoolean closed = new AtomicBoolean();
  private final Thread writer;

  /** The requests that are not stored yet. Only the writer uses them. */
  private final List<Request> pending = new ArrayList<>();

  /** Only the writer uses it. */
  private MVStore store;

  /** Replaced by the writer after a failure. */
  private volatile MVMap<byte[], byte[]> entries;

  private volatile boolean written;

  private volatile boolean failing;

  /** Set when no more requests are taken. */
  private volatile boolean ended;

  private FileLedger(LockedFile file, boolean forced) {
    this.file = file;
    this.forced = forced;
    LedgerFile content = new LedgerFile(file);
    store = store(content);
    try {
      if (!file.empty()) {
        check(content);
      }
      store.setStoreVersion(FORMAT);
      entries = entries(store);
      interrupted = entries.containsKey(OPEN_MARK);
    } catch (RuntimeException | Error e) {
      store.closeImmediately();
      throw e;
    }
    writer = new Thread(this::work, "cosmos-local-ledger");
    writer.setDaemon(true);
  }

  /**
   * Reads every entry once, before anything is written, so that a damaged file is left as it is.
   */
  private void check(LedgerFile content) {
    if (content.cutOff()) {
      throw LedgerException.cutOff(file.path());
    }
    int format = store.getStoreVersion();
    if (format != FORMAT && format != UNNAMED_FORMAT) {
      throw LedgerException.otherVersion(file.path(), String.valueOf(format));
    }
    entries(store).cursor(null).forEachRemaining(key -> {});
  }

  static FileLedger open(Path path, boolean forced) {
    return open(LockedFile.open(path), forced);
  }

  /** Opens a file, and closes it if that fails. */
  static FileLedger open(LockedFile file, boolean forced) {
    FileLedger ledger;
    try {
      ledger = new FileLedger(file, forced);
    } catch (RuntimeException | Error e) {
      file.deleteIfEmpty();
      file.close();
      if (e instanceof RuntimeException || e instanceof AssertionError) {
        // With assertions enabled, H2 asserts some of the content.
        throw unusable(file, e);
      }
      throw e;
    }
    ledger.writer.start();
    try {
      ledger.send(List.of(MARK), OnFailure.FORGET, false).await();
      if (forced && file.empty()) {
        file.forceName();
      }
      return ledger;
    } catch (LedgerException e) {
      file.deleteIfEmpty();
      ledger.close();
      throw e;
    }
  }

  private static LedgerException unusable(LockedFile file, Throwable failure) {
    if (failure instanceof LedgerException known) {
      return known;
    }
    if (failure instanceof MVStoreException known
        && known.getErrorCode() == DataUtils.ERROR_UNSUPPORTED_FORMAT) {
      return LedgerException.otherVersion(file.path(), "of a newer MVStore");
    }
    Throwable cause = failure.getCause();
    boolean failed = cause instanceof IOException && !(cause instanceof EOFException);
    return file.empty() || failed
        ? LedgerException.inaccessible(file.path(), failure)
        : LedgerException.unreadable(file.path(), failure);
  }

  /** A store without automatic commits, which could store a part of a change. */
  private static MVStore store(LedgerFile file) {
    MVStore store =
        new MVStore.Builder()
            .adoptFileStore(file)
            .autoCommitDisabled()
            .autoCommitBufferSize(0)
            .open();
    store.setRetentionTime(0);
    store.setVersionsToKeep(0);
    return store;
  }

  private static MVMap<byte[], byte[]> entries(MVStore store) {
    return store.openMap(
        ENTRIES,
        new MVMap.Builder<byte[], byte[]>()
            .keyType(ByteArrayDataType.INSTANCE)
            .valueType(ByteArrayDataType.INSTANCE));
  }

  @Override
  public Receipt write(List<Change> changes, OnFailure onFailure) {
    if (changes.isEmpty()) {
      return Receipt.NONE;
    }
    written = true;
    return send(changes, onFailure, false);
  }

  @Override
  public void checkWritable() {
    if (failing) {
      send(List.of(MARK), OnFailure.FORGET, false).await();
    }
  }

  private Receipt send(List<Change> changes, OnFailure onFailure, boolean last) {
    CompletableFuture<Void> done = new CompletableFuture<>();
    requests.add(new Request(changes, onFailure, last, done));
    if (ended) {
      done.completeExceptionally(LedgerException.closed());
    }
    return () -> join(done);
  }

  private void join(CompletableFuture<Void> done) {
    try {
      done.join();
    } catch (CompletionException e) {
      Throwable cause = Objects.requireNonNull(e.getCause());
      throw switch (cause instanceof LedgerException known ? known.problem() : INACCESSIBLE) {
        case CLOSED -> LedgerException.closed();
        case REMOVED -> LedgerException.removed();
        default -> LedgerException.inaccessible(file.path(), cause);
      };
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
      // A ledger that stored nothing leaves the mark of the process that was killed before it.
      boolean marked = interrupted && !written;
      List<Change> changes = marked ? List.of() : List.of(new Change.Remove(OPEN_MARK));
      send(changes, OnFailure.FORGET, true);
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
    List<Request> taken = new ArrayList<>();
    int commits = 0;
    boolean open = true;
    while (open) {
      taken.clear();
      try {
        taken.add(requests.take());
      } catch (InterruptedException e) {
        // Nobody else knows the thread, so only close stops it.
        continue;
      }
      requests.drainTo(taken);
      open = taken.stream().noneMatch(Request::last);
      pending.addAll(taken);
      commit(++commits % COMPACT_EVERY == 0);
    }
    try {
      store.close();
    } catch (MVStoreException e) {
      // Acknowledged changes are stored; the next process finds a file that was not closed.
      LOG.warn("{} could not be closed.", file.path(), e);
    } finally {
      ended = true;
      requests.forEach(request -> request.done.completeExceptionally(LedgerException.closed()));
      file.close();
    }
  }

  private void commit(boolean compact) {
    try {
      if (store.isClosed()) {
        // It closes itself when it can't write. The file contains what was committed before.
        store = store(new LedgerFile(file));
        entries = entries(store);
      }
      pending.forEach(this::apply);
      store.commit();
      force();
      pending.forEach(request -> request.done.complete(null));
      pending.clear();
      failing = false;
      if (compact) {
        store.compact(COMPACT_BELOW_PERCENT, COMPACT_BYTES);
        // The next commit may write over what the compaction has moved.
        force();
      }
    } catch (RuntimeException | Error e) {
      // The waiting writers must get the failure, whatever its cause.
      fail(e);
    }
  }

  private void force() {
    if (forced) {
      store.sync();
    }
  }

  /** Tells the writers, and goes back to what the file contains. */
  private void fail(Throwable failure) {
    if (!failing) {
      LOG.error("Can't write {}. The emulator refuses writes until it can.", file.path(), failure);
    }
    failing = !pending.isEmpty();
    store.closeImmediately();
    pending.forEach(request -> request.done.completeExceptionally(failure));
    pending.removeIf(request -> request.onFailure == OnFailure.FORGET);
  }

  private void apply(Request request) {
    if (request.changes.stream().anyMatch(this::lacksRequired)) {
      request.done.completeExceptionally(LedgerException.removed());
    } else {
      request.changes.forEach(this::apply);
    }
  }

  private boolean lacksRequired(Change change) {
    return change instanceof Change.Require required && !entries.containsKey(required.key());
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
