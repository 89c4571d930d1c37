package dev.cosmosblog.examples.ldbc;

import java.nio.file.Path;

/**
 * Where a row stands.
 *
 * @param file the file
 * @param line its line, from 1
 */
record Source(Path file, long line) {
  @Override
  public String toString() {
    return file + ":" + line;
  }
}
