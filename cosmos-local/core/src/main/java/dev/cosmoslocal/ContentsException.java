package dev.cosmoslocal;

import dev.cosmoslocal.internal.engine.transfer.DataFileException;

/**
 * Thrown if containers can't be loaded from a folder or exported to it. The message names the file,
 * the line and the reason. Nothing is loaded in this case.
 */
public final class ContentsException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  ContentsException(DataFileException failure) {
    super(failure.getMessage(), failure);
  }
}
