package dev.cosmoslocal;

import dev.cosmoslocal.internal.storage.LedgerException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;

/**
 * Thrown if the emulator can't start with its data directory. The message names the file, the
 * reason, and what to do. The file remains unchanged.
 */
public final class DataDirectoryException extends UncheckedIOException {
  private static final long serialVersionUID = 1L;

  /** The reasons. */
  public enum Problem {
    /** Another emulator has the directory open, in this process or in another one. */
    IN_USE,
    /** The file was truncated or overwritten, or the emulator didn't write it. */
    DAMAGED,
    /** Another version of cosmos-local wrote the file, in a format that this one doesn't read. */
    OTHER_VERSION,
    /** The file can't be created, read or written: its disk is full or a permission is missing. */
    INACCESSIBLE
  }

  private final Problem problem;

  /** As a string because a path can't be serialized. */
  private final String directory;

  DataDirectoryException(Path directory, LedgerException failure) {
    super(String.valueOf(failure.getMessage()), new IOException(failure.getMessage(), failure));
    this.directory = directory.toString();
    this.problem =
        switch (failure.problem()) {
          case IN_USE -> Problem.IN_USE;
          case DAMAGED -> Problem.DAMAGED;
          case OTHER_VERSION -> Problem.OTHER_VERSION;
          case INACCESSIBLE, REMOVED, CLOSED -> Problem.INACCESSIBLE;
        };
  }

  /**
   * Returns the reason.
   *
   * @return the reason
   */
  public Problem problem() {
    return problem;
  }

  /**
   * Returns the directory that was passed to the builder.
   *
   * @return the directory
   */
  public Path directory() {
    return Path.of(directory);
  }
}
