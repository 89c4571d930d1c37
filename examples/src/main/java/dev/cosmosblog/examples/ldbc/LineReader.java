package dev.cosmosblog.examples.ldbc;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads a file line by line, so that a line that is not UTF-8 spoils no other. */
final class LineReader implements AutoCloseable {
  private final Path file;
  private final InputStream bytes;
  private final ByteArrayOutputStream line = new ByteArrayOutputStream();
  private long number;

  LineReader(Path file) throws IOException {
    this.file = file;
    this.bytes = new BufferedInputStream(Files.newInputStream(file), 1 << 16);
  }

  Optional<Line> next() throws IOException {
    line.reset();
    int next = bytes.read();
    if (next < 0) {
      return Optional.empty();
    }
    while (next >= 0 && next != '\n') {
      line.write(next);
      next = bytes.read();
    }
    return Optional.of(new Line(new Source(file, ++number), decode(line.toByteArray())));
  }

  private static @Nullable String decode(byte[] bytes) {
    try {
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      return text.endsWith("\r") ? text.substring(0, text.length() - 1) : text;
    } catch (CharacterCodingException e) {
      return null;
    }
  }

  /** How many lines a file has. */
  static long count(Path file) throws IOException {
    try (LineReader reader = new LineReader(file)) {
      long lines = 0;
      while (reader.next().isPresent()) {
        lines++;
      }
      return lines;
    }
  }

  @Override
  public void close() throws IOException {
    bytes.close();
  }
}
