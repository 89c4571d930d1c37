package dev.cosmoslocal.internal.storage;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

/** A disk that becomes full at a file size, until a test frees space. */
public final class FullDisk {
  private volatile long limit = Long.MAX_VALUE;

  /** Opens a ledger whose file is on this disk. */
  public Ledger open(Path file) {
    return FileLedger.open(LockedFile.open(file).through(FullFile::new), false);
  }

  /** Makes writes beyond a file size fail. */
  public void fill(long size) {
    limit = size;
  }

  public void makeRoom() {
    limit = Long.MAX_VALUE;
  }

  /** Writes as much as fits, like a disk. */
  private final class FullFile extends ForwardingFile {
    FullFile(FileChannel file) {
      super(file);
    }

    @Override
    public int write(ByteBuffer source, long position) throws IOException {
      int fits = (int) Math.max(0, Math.min(source.remaining(), limit - position));
      if (fits == 0) {
        throw new IOException("No space left on device");
      }
      ByteBuffer part = source.duplicate().limit(source.position() + fits);
      int written = file.write(part, position);
      source.position(source.position() + written);
      return written;
    }
  }
}
