package dev.cosmoslocal.internal.storage;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A file that one ledger of this process at a time has open, and that only its owner can read.
 *
 * <p>MVStore locks it against other processes. On POSIX systems a process loses its locks on a file
 * as soon as it closes any descriptor of it, so a second opener in the same process is refused
 * before it opens the file.
 */
final class LockedFile implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LockedFile.class);

  /** The real paths of the open files. */
  private static final Set<Path> OPEN = ConcurrentHashMap.newKeySet();

  private static final Set<PosixFilePermission> OWNER_ONLY =
      PosixFilePermissions.fromString("rw-------");
  private static final Set<PosixFilePermission> OWNER_ONLY_DIRECTORY =
      PosixFilePermissions.fromString("rwx------");

  private final Path path;
  private final Path real;
  private final boolean empty;

  private LockedFile(Path path, Path real, boolean empty) {
    this.path = path;
    this.real = real;
    this.empty = empty;
  }

  /**
   * Reserves a file for its caller. Creates it and its directory for their owner alone if they are
   * missing; takes the permissions of others on an existing file away.
   *
   * @throws LedgerException if it is in use in this process or inaccessible
   */
  static LockedFile open(Path file) {
    try {
      boolean created = create(file);
      Path real = file.toRealPath();
      boolean empty = Files.size(real) == 0;
      if (!OPEN.add(real)) {
        throw LedgerException.inUseHere(file);
      }
      if (empty && !created) {
        LOG.warn("{} is empty; the emulator starts without data.", file);
      }
      return new LockedFile(file, real, empty);
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

  Path real() {
    return real;
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

  @Override
  public void close() {
    OPEN.remove(real);
  }
}
