package dev.cosmosblog.local.internal.engine.transfer;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** A file that can't be loaded or written. The message names the file and the line. */
public final class DataFileException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private DataFileException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }

  static DataFileException of(Path file, String reason, @Nullable Throwable cause) {
    return new DataFileException(file + ": " + reason, cause);
  }

  static DataFileException at(Path file, int line, String reason) {
    return new DataFileException(file + ", line " + line + ": " + reason, null);
  }
}
