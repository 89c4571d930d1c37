package dev.cosmoslocal.internal.storage;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A file that one ledger at a time has open, among all processes, and that only its owner can read.
 *
 * <p>The operating system's locks keep other processes away, but not a second opener in the same
 * process: on POSIX systems a process loses its locks on a file as soon as it closes any descriptor
 * of it. So a registry of this process refuses the second opener before it opens the file. The
 * registry knows a file by its real path and by its number in the file system, so symbolic links,
 * relative paths and hard links to it are recognized.
 */
final class LockedFile implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LockedFile.class);

  /**
   * The registry: a system property for each name of an open file, because these are shared by all
   * class loaders, as the locks are.
   */
  private static final String OPEN = "dev.cosmoslocal.open:";

  private static final Set<PosixFilePermission> OWNER_ONLY =
      PosixFilePermissions.fromString("rw-------");
  private static final Set<PosixFilePermission> OWNER_ONLY_DIRECTORY =
      PosixFilePermissions.fromString("rwx------");

  private final Path path;
  private final List<String> names;
  private final boolean empty;
  private final FileChannel channel;

  private LockedFile(Path path, List<String> names, boolean empty, FileChannel channel) {
    this.path = path;
    this.names = names;
    this.empty = empty;
    this.channel = channel;
  }

  /**
   * Opens a file and locks it. Creates it and its directory for their owner alone if they are
   * missing; takes the permissions of others on an existing file away.
   *
   * @throws LedgerException if it is in use or can't be opened
   */
  static LockedFile open(Path file) {
    try {
      boolean created = create(file);
      Path real = file.toRealPath();
      List<String> names = register(file, real);
      try {
        FileChannel channel = lock(file, real);
        // Judged under the lock: two processes may start at the same time, and the one that has
        // created the file need not be the one that gets the lock.
        boolean empty = channel.size() == 0;
        if (empty && !created) {
          LOG.warn("{} is empty; the emulator starts without data.", file);
        }
        return new LockedFile(file, names, empty, channel);
      } catch (IOException | RuntimeException e) {
        unregister(names);
        throw e;
      }
    } catch (IOException e) {
      throw LedgerException.inaccessible(file, e);
    }
  }

  private static boolean create(Path file) throws IOException {
    Path directory = file.toAbsolutePath().getParent();
    boolean posix = file.getFileSystem().supportedFileAttributeViews().contains("posix");
    if (!Files.exists(directory)) {
      Files.createDirectories(directory, only(posix, OWNER_ONLY_DIRECTORY));
    }
    try {
      Files.createFile(file, only(posix, OWNER_ONLY));
      return true;
    } catch (FileAlreadyExistsException e) {
      if (posix) {
        keepToOwner(file);
      }
      return false;
    }
  }

  private static FileAttribute<?>[] only(boolean posix, Set<PosixFilePermission> permissions) {
    return posix
        ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(permissions)}
        : new FileAttribute<?>[0];
  }

  /** Leaves alone what the owner can't do, and files of other owners. */
  private static void keepToOwner(Path file) throws IOException {
    PosixFileAttributeView view = Files.getFileAttributeView(file, PosixFileAttributeView.class);
    Set<PosixFilePermission> permissions = view.readAttributes().permissions();
    if (permissions.retainAll(OWNER_ONLY)) {
      try {
        view.setPermissions(permissions);
      } catch (IOException notOwner) {
        return;
      }
    }
  }

  private static List<String> register(Path file, Path real) throws IOException {
    Object number = Files.readAttributes(real, BasicFileAttributes.class).fileKey();
    List<String> names = new ArrayList<>();
    for (Object name : number == null ? List.of(real) : List.of(real, number)) {
      String property = OPEN + name;
      if (System.getProperties().putIfAbsent(property, "true") != null) {
        unregister(names);
        throw LedgerException.inUseHere(file);
      }
      names.add(property);
    }
    return names;
  }

  private static void unregister(List<String> names) {
    names.forEach(System.getProperties()::remove);
  }

  private static FileChannel lock(Path file, Path real) throws IOException {
    FileChannel channel = FileChannel.open(real, StandardOpenOption.READ, StandardOpenOption.WRITE);
    try {
      FileLock lock = channel.tryLock();
      if (lock != null) {
        return channel;
      }
    } catch (OverlappingFileLockException e) {
      channel.close();
      throw LedgerException.inUseHere(file);
    } catch (IOException e) {
      channel.close();
      throw e;
    }
    channel.close();
    throw LedgerException.inUseElsewhere(file);
  }

  Path path() {
    return path;
  }

  /**
   * Whether nothing was stored in the file before: it is new, or its creator was ended, or refused
   * as the second one, before it wrote anything.
   */
  boolean empty() {
    return empty;
  }

  FileChannel channel() {
    return channel;
  }

  /** Forces the entry of the file in its directory to the disk, where the system can do that. */
  void forceName() {
    Path directory = path.toAbsolutePath().getParent();
    try (FileChannel names = FileChannel.open(directory, StandardOpenOption.READ)) {
      names.force(true);
    } catch (IOException notPossible) {
      // Windows opens no directories, and needs no forcing of them.
      return;
    }
  }

  /** The same file, read and written through a channel that a test has put before its own. */
  LockedFile through(UnaryOperator<FileChannel> disk) {
    return new LockedFile(path, names, empty, disk.apply(channel));
  }

  /** Deletes the file if nothing was stored in it before. */
  void deleteIfEmpty() {
    try {
      if (empty) {
        Files.deleteIfExists(path);
      }
    } catch (IOException e) {
      // The remaining file is reported as damaged when it is opened.
      return;
    }
  }

  /** Unlocks the file. May be called again. */
  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      throw LedgerException.inaccessible(path, e);
    } finally {
      unregister(names);
    }
  }
}
