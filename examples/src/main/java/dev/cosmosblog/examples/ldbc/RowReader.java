package dev.cosmosblog.examples.ldbc;

import dev.cosmosblog.examples.ldbc.Row.MalformedRowException;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/** Reads a file row by row. A malformed row, such as one that is not UTF-8, spoils no other. */
final class RowReader implements AutoCloseable {
  private final Path file;
  private final Consumer<String> malformed;
  private final InputStream bytes;
  private final ByteArrayOutputStream line = new ByteArrayOutputStream();
  private long number;

  /** Opens a file; malformed rows are reported with their place. */
  RowReader(Path file, Consumer<String> malformed) throws IOException {
    this.file = file;
    this.malformed = malformed;
    this.bytes = new BufferedInputStream(Files.newInputStream(file), 1 << 16);
  }

  /** Goes on to the next row; false at the end of the file. */
  boolean advance() throws IOException {
    line.reset();
    int next = bytes.read();
    if (next < 0) {
      return false;
    }
    while (next >= 0 && next != '\n') {
      line.write(next);
      next = bytes.read();
    }
    number++;
    return true;
  }

  /** Parses the current row; empty, and reported, if it is malformed. */
  <T> Optional<T> parse(Function<Row, T> parser) {
    try {
      return Optional.of(parser.apply(new Row(file, number, List.of(text().split("\\|", -1)))));
    } catch (MalformedRowException e) {
      malformed.accept(file + ":" + number + ": " + e.getMessage());
      return Optional.empty();
    }
  }

  private String text() {
    try {
      ByteBuffer encoded = ByteBuffer.wrap(line.toByteArray());
      String text = StandardCharsets.UTF_8.newDecoder().decode(encoded).toString();
      return text.endsWith("\r") ? text.substring(0, text.length() - 1) : text;
    } catch (CharacterCodingException e) {
      throw new MalformedRowException("is not UTF-8");
    }
  }

  /** Returns the number of rows in a file. */
  static long count(Path file) throws IOException {
    try (RowReader reader = new RowReader(file, malformed -> {})) {
      while (reader.advance()) {
        // The reader counts.
      }
      return reader.number;
    }
  }

  @Override
  public void close() throws IOException {
    bytes.close();
  }
}
