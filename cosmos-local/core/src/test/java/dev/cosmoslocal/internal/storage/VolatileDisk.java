package dev.cosmoslocal.internal.storage;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A disk that keeps only forced writes. When it loses power, each sector that was written since the
 * last force may or may not be there.
 */
final class VolatileDisk {
  private static final int SECTOR = 512;

  // Both are guarded by this.
  private byte[] forced = {};
  private final List<Operation> since = new ArrayList<>();

  /** A write at a position, or a truncation if there are no bytes. */
  private record Operation(long position, byte[] bytes) {}

  /** Opens a ledger whose file is on this disk. */
  Ledger open(Path file, boolean forcing) {
    return FileLedger.open(LockedFile.open(file).through(VolatileFile::new), forcing);
  }

  /** Returns the content of the disk after a power loss. */
  synchronized byte[] afterPowerLoss(SplittableRandom random) {
    byte[] image = forced;
    int kept = random.nextInt(3);
    for (Operation operation : since) {
      // No sectors, all sectors, or random sectors.
      if (kept == 1 || kept == 2 && random.nextBoolean()) {
        image = apply(image, operation, kept == 1 ? null : random);
      }
    }
    return image;
  }

  private synchronized void add(long position, byte[] bytes) {
    since.add(new Operation(position, bytes));
  }

  private synchronized void force() {
    for (Operation operation : since) {
      forced = apply(forced, operation, null);
    }
    since.clear();
  }

  private static byte[] apply(byte[] image, Operation operation, SplittableRandom torn) {
    int from = (int) operation.position;
    int length = operation.bytes.length;
    if (length == 0) {
      return Arrays.copyOf(image, from);
    }
    byte[] next = Arrays.copyOf(image, Math.max(image.length, from + length));
    for (int at = 0; at < length; at += SECTOR) {
      if (torn == null || torn.nextInt(4) > 0) {
        System.arraycopy(operation.bytes, at, next, from + at, Math.min(SECTOR, length - at));
      }
    }
    return next;
  }

  private final class VolatileFile extends ForwardingFile {
    VolatileFile(FileChannel file) {
      super(file);
    }

    @Override
    public int write(ByteBuffer source, long position) throws IOException {
      byte[] bytes = new byte[source.remaining()];
      source.duplicate().get(bytes);
      add(position, bytes);
      return file.write(source, position);
    }

    @Override
    public FileChannel truncate(long size) throws IOException {
      add(size, new byte[0]);
      return super.truncate(size);
    }

    @Override
    public void force(boolean metaData) {
      VolatileDisk.this.force();
    }
  }
}
