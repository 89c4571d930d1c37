package dev.cosmoslocal;

import dev.cosmoslocal.internal.engine.transfer.DataFileException;

/**
 * Contents of an account that can't be loaded from files or written to them. The message names the
 * file, the line, and what is wrong. Nothing is loaded then.
 */
public final class ContentsException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  ContentsException(DataFileException failure) {
    super(failure.getMessage(), failure);
  }
}
