package dev.cosmoslocal.internal.storage;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.Map;
import java.util.zip.ZipOutputStream;
import org.h2.mvstore.DataUtils;
import org.h2.mvstore.FileStore;
import org.h2.mvstore.MVStoreException;
import org.h2.mvstore.RandomAccessStore;
import org.h2.mvstore.SFChunk;

/**
 * The file that an MVStore reads and writes: a channel that stays open and locked when the store
 * closes itself after a failure.
 */
final class LedgerFile extends RandomAccessStore {
  private static final int CACHE_MEGABYTES = 16;

  private final FileChannel channel;

  LedgerFile(LockedFile file) {
    super(Map.of("cacheSize", CACHE_MEGABYTES));
    this.channel = file.channel();
    init(file.path().toString(), false);
    try {
      setSize(channel.size());
    } catch (IOException e) {
      throw failure(DataUtils.ERROR_READING_FAILED, "The size can't be read", e);
    }
  }

  /** Returns whether the newest state is missing, so that the store would use an older one. */
  boolean cutOff() {
    return lastChunkVersion() < DataUtils.readHexLong(getStoreHeader(), "version", 0);
  }

  @Override
  public ByteBuffer readFully(SFChunk chunk, long pos, int len) {
    return readFully(channel, pos, len);
  }

  @Override
  protected void writeFully(SFChunk chunk, long pos, ByteBuffer source) {
    int length = source.remaining();
    DataUtils.writeFully(channel, pos, source);
    setSize(Math.max(size(), pos + length));
    writeCount.incrementAndGet();
    writeBytes.addAndGet(length);
  }

  @Override
  protected void truncate(long size) {
    try {
      writeCount.incrementAndGet();
      channel.truncate(size);
      setSize(Math.min(size(), size));
    } catch (IOException e) {
      throw failure(DataUtils.ERROR_WRITING_FAILED, "Truncating failed", e);
    }
  }

  @Override
  public void sync() {
    try {
      channel.force(true);
    } catch (IOException e) {
      throw failure(DataUtils.ERROR_WRITING_FAILED, "Forcing failed", e);
    }
  }

  private static MVStoreException failure(int code, String message, IOException cause) {
    return DataUtils.newMVStoreException(code, message, cause);
  }

  @Override
  public void open(String fileName, boolean readOnly, char[] encryptionKey) {
    throw new UnsupportedOperationException();
  }

  @Override
  public FileStore<SFChunk> open(String fileName, boolean readOnly) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void backup(ZipOutputStream out) {
    throw new UnsupportedOperationException();
  }
}
