package dev.cosmoslocal.internal.storage;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import org.h2.store.fs.FilePath;
import org.h2.store.fs.FilePathWrapper;

/** A file system of H2 that puts a test's disk before each file. */
public final class TestDisks extends FilePathWrapper {
  private static final String SCHEME = "test";
  private static final Map<String, UnaryOperator<FileChannel>> DISKS = new ConcurrentHashMap<>();

  static Ledger open(Path file, UnaryOperator<FileChannel> disk, boolean forced) {
    FilePath.register(new TestDisks());
    DISKS.put(file.toString(), disk);
    return FileLedger.open(file, SCHEME + ":", forced);
  }

  @Override
  public String getScheme() {
    return SCHEME;
  }

  @Override
  public FileChannel open(String mode) throws IOException {
    return DISKS.get(unwrap().toString()).apply(super.open(mode));
  }
}
