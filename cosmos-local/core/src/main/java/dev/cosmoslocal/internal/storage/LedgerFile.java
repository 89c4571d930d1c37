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
import org.jspecify.annotations.Nullable;

/**
 * The file that an MVStore reads and writes: a channel that stays open and locked when the store
 * closes itself after a failure. It trusts no number that it reads: a length beyond the end of the
 * file is refused before memory is allocated for it, and so is a page whose counts exceed its
 * bytes.
 */
final class LedgerFile extends RandomAccessStore {
  /** The table of contents has this many bytes for each page. */
  private static final int TOC_ENTRY = 8;

  /** The bytes of a block, in which chunks are measured. */
  private static final long BLOCK = 4096;

  private static final int CACHE_MEGABYTES = 16;
  private static final long MEGABYTE = 1024 * 1024;

  /** Reading a sound file takes a fraction of this, even if its process was killed. */
  private static final long READS_PER_BYTE = 64;

  private final FileChannel channel;

  /** How many more bytes may be read. */
  private long budget;

  /** Null if the content has been checked. */
  private @Nullable PageBounds bounds;

  private LedgerFile(
      LockedFile file, int cacheMegabytes, long budget, @Nullable PageBounds bounds) {
    super(Map.of("cacheSize", cacheMegabytes));
    this.channel = file.channel();
    this.budget = budget;
    this.bounds = bounds;
    init(file.path().toString(), bounds != null);
    setSize(size(channel));
  }

  /** A file to be read and written, whose content has been checked. */
  static LedgerFile toWrite(LockedFile file) {
    return new LedgerFile(file, CACHE_MEGABYTES, Long.MAX_VALUE, null);
  }

  /**
   * A file to be checked, and not written. Nothing is cached, and the number of bytes that may be
   * read is bounded, so that pages that contain each other end in a failure.
   */
  static LedgerFile toCheck(LockedFile file) {
    long budget = size(file.channel()) * READS_PER_BYTE + 16 * MEGABYTE;
    return new LedgerFile(file, 0, budget, PageBounds.OF_STORE);
  }

  private static long size(FileChannel channel) {
    try {
      return channel.size();
    } catch (IOException e) {
      throw failure(DataUtils.ERROR_READING_FAILED, "The size can't be read", e);
    }
  }

  /** From now on the map's values are checked by its own type, not by the file. */
  void leaveToItsType(int mapId) {
    bounds = new PageBounds(mapId);
  }

  @Override
  public ByteBuffer readFully(SFChunk chunk, long pos, int len) {
    if (pos < 0 || len < 0 || len > size() - pos) {
      throw failure(DataUtils.ERROR_FILE_CORRUPT, "It is shorter than it says", null);
    }
    budget -= len;
    if (budget < 0) {
      throw failure(DataUtils.ERROR_FILE_CORRUPT, "Its pages contain each other", null);
    }
    ByteBuffer read = readFully(channel, pos, len);
    if (bounds != null && chunk != null && !bounds.hold(read, chunk.id, pos - start(chunk))) {
      throw failure(DataUtils.ERROR_FILE_CORRUPT, "A page is shorter than it says", null);
    }
    return read;
  }

  private static long start(SFChunk chunk) {
    return chunk.block * BLOCK;
  }

  /** Refuses a table of contents that is longer than the file. */
  @Override
  public SFChunk createChunk(String header) {
    long pages = DataUtils.readHexLong(DataUtils.parseMap(header), "pages", 0);
    if (pages < 0 || pages > Math.max(size(), MEGABYTE) / TOC_ENTRY) {
      throw failure(DataUtils.ERROR_FILE_CORRUPT, "It has more pages than bytes", null);
    }
    return super.createChunk(header);
  }

  @Override
  protected void writeFully(SFChunk chunk, long pos, ByteBuffer source) {
    int length = source.remaining();
    try {
      long at = pos;
      while (source.hasRemaining()) {
        at += channel.write(source, at);
      }
    } catch (IOException e) {
      throw failure(DataUtils.ERROR_WRITING_FAILED, "Writing failed", e);
    }
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

  private static MVStoreException failure(int code, String message, @Nullable IOException cause) {
    return cause == null
        ? DataUtils.newMVStoreException(code, message)
        : DataUtils.newMVStoreException(code, message, cause);
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
