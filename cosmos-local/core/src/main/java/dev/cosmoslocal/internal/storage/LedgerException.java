package dev.cosmoslocal.internal.storage;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** A ledger whose file can't be used. The message says why, and what to do. */
public final class LedgerException extends UncheckedIOException {
  private static final long serialVersionUID = 1L;

  /** The kinds of problems. */
  public enum LedgerProblem {
    /** Another ledger has the file open, in this process or in another one. */
    IN_USE,
    /** The file is not what a ledger wrote: it was cut off, overwritten or made by others. */
    DAMAGED,
    /** Another version wrote the file, in a format that this one does not read. */
    OTHER_VERSION,
    /** The file can't be read or written: its disk is full, say, or a permission is missing. */
    INACCESSIBLE,
    /** A key that the write requires is not stored. */
    REMOVED,
    CLOSED
  }

  private final LedgerProblem problem;

  private LedgerException(LedgerProblem problem, String message, @Nullable Throwable cause) {
    super(message, new IOException(message, cause));
    this.problem = problem;
  }

  static LedgerException inUseHere(Path file) {
    return new LedgerException(
        LedgerProblem.IN_USE,
        file
            + " is open in this process: close the emulator that uses it, or use another"
            + " directory.",
        null);
  }

  static LedgerException inUseElsewhere(Path file) {
    return new LedgerException(
        LedgerProblem.IN_USE,
        file + " is open in another process: end that process, or use another directory.",
        null);
  }

  static LedgerException cutOff(Path file) {
    return damaged(file, "it was cut off", null);
  }

  /**
   * A file whose content can't be understood.
   *
   * @param cause the failure
   * @return the exception; the failure itself if it is one
   */
  public static LedgerException unreadable(Path file, Throwable cause) {
    return cause instanceof LedgerException known
        ? known
        : damaged(file, "its content was not written by the emulator", cause);
  }

  private static LedgerException damaged(Path file, String reason, @Nullable Throwable cause) {
    return new LedgerException(
        LedgerProblem.DAMAGED,
        file
            + " is damaged ("
            + reason
            + "): restore a copy of it, or delete it to start without data.",
        cause);
  }

  /** A file in another format than {@link FileLedger#FORMAT}. */
  static LedgerException otherVersion(Path file, String format) {
    return new LedgerException(
        LedgerProblem.OTHER_VERSION,
        file
            + " was written by another version of cosmos-local (format "
            + format
            + "; this version reads format "
            + FileLedger.FORMAT
            + "): use that version, or another directory.",
        null);
  }

  static LedgerException inaccessible(Path file, Throwable cause) {
    return new LedgerException(
        LedgerProblem.INACCESSIBLE,
        file
            + " can't be read or written ("
            + reason(cause)
            + "): free space on its disk and check its permissions; nothing that was acknowledged"
            + " is lost.",
        cause);
  }

  static LedgerException closed() {
    return new LedgerException(LedgerProblem.CLOSED, "The emulator is closed.", null);
  }

  static LedgerException removed() {
    return new LedgerException(
        LedgerProblem.REMOVED, "An earlier write removed what this one belongs to.", null);
  }

  /** The operating system's reason, without the names of files. */
  private static String reason(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof FileSystemException system && system.getReason() != null) {
        return system.getReason();
      }
      if (cause instanceof IOException && cause.getMessage() != null) {
        return cause.getMessage();
      }
    }
    return failure.toString();
  }

  public LedgerProblem problem() {
    return problem;
  }
}
