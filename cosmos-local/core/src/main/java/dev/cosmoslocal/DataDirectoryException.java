package dev.cosmoslocal;

import dev.cosmoslocal.internal.storage.LedgerException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;

/**
 * An account that can't be started in its directory. The message names the file, and says what is
 * wrong and what to do. The file is left as it was.
 */
public final class DataDirectoryException extends UncheckedIOException {
  private static final long serialVersionUID = 1L;

  /** The kinds of problems. */
  public enum Problem {
    /** Another account has the directory open, in this process or in another one. */
    IN_USE,
    /** The file was cut off or overwritten, or no account wrote it. */
    DAMAGED,
    /** Another version of cosmos-local wrote the file, in a format that this one doesn't read. */
    OTHER_VERSION,
    /** The file can't be created, read or written: its disk is full or a permission is missing. */
    INACCESSIBLE
  }

  private final Problem problem;

  /** The directory, which can't be serialized. */
  private final String directory;

  DataDirectoryException(Path directory, LedgerException failure) {
    super(String.valueOf(failure.getMessage()), new IOException(failure.getMessage(), failure));
    this.directory = directory.toString();
    this.problem =
        switch (failure.problem()) {
          case IN_USE -> Problem.IN_USE;
          case DAMAGED -> Problem.DAMAGED;
          case OTHER_VERSION -> Problem.OTHER_VERSION;
          case INACCESSIBLE, CLOSED -> Problem.INACCESSIBLE;
        };
  }

  /**
   * The kind of problem.
   *
   * @return the kind
   */
  public Problem problem() {
    return problem;
  }

  /**
   * The directory, as the builder named it.
   *
   * @return the directory
   */
  public Path directory() {
    return Path.of(directory);
  }
}
