package dev.cosmoslocal.internal.engine.transfer;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** A file that can't be loaded or written. The message names the file and the line. */
public final class DataFileException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int line;

  private DataFileException(String message, int line, @Nullable Throwable cause) {
    super(message, cause);
    this.line = line;
  }

  /** The line, 0 if the whole file is meant. */
  int line() {
    return line;
  }

  static DataFileException of(Path file, String reason, @Nullable Throwable cause) {
    return new DataFileException(file + ": " + reason, 0, cause);
  }

  static DataFileException at(Path file, int line, String reason) {
    return new DataFileException(file + ", line " + line + ": " + reason, line, null);
  }
}
