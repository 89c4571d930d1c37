package dev.cosmosblog.examples.ldbc;

import dev.cosmosblog.examples.ldbc.Row.MalformedRowException;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/** Reads a file row by row. Malformed rows, for example invalid UTF-8, don't affect others. */
final class RowReader implements AutoCloseable {
  private final Path file;
  private final Consumer<String> malformed;
  private final InputStream bytes;
  private final ByteArrayOutputStream line = new ByteArrayOutputStream();
  private long number;

  /** Opens a file; malformed rows are reported with file and line. */
  RowReader(Path file, Consumer<String> malformed) throws IOException {
    this.file = file;
    this.malformed = malformed;
    this.bytes = new BufferedInputStream(Files.newInputStream(file), 1 << 16);
  }

  /** Advances to the next row; returns false at the end of the file. */
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

  /** Parses the current row; reports it and returns empty if it is malformed. */
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
      throw new MalformedRowException("is not valid UTF-8");
    }
  }

  /** Returns the number of rows in a file. */
  static long count(Path file) throws IOException {
    try (RowReader reader = new RowReader(file, malformed -> {})) {
      while (reader.advance()) {
        // advance() counts.
      }
      return reader.number;
    }
  }

  @Override
  public void close() throws IOException {
    bytes.close();
  }

  /** The rows of a file, read lazily. */
  static final class Additions implements Iterator<Addition>, AutoCloseable {
    private final RowReader rows;
    private final SnbFiles.Table table;
    private int[] columns = {};
    private int width;
    private Optional<Addition> next;

    Additions(Path file, SnbFiles.Table table, Consumer<String> malformed) throws IOException {
      this.table = table;
      this.rows = new RowReader(file, malformed);
      this.next =
          rows.advance() && rows.parse(this::header).isPresent() ? read() : Optional.empty();
    }

    private SnbFiles.Table header(Row row) {
      columns = table.columnsIn(row);
      width = row.fields().size();
      return table;
    }

    private Optional<Addition> read() throws IOException {
      Optional<Addition> addition = Optional.empty();
      while (addition.isEmpty() && rows.advance()) {
        addition =
            rows.parse(
                row -> {
                  row.checkColumns(width);
                  return table.read(row, columns);
                });
      }
      return addition;
    }

    @Override
    public boolean hasNext() {
      return next.isPresent();
    }

    @Override
    public Addition next() {
      Addition current = next.orElseThrow(NoSuchElementException::new);
      try {
        next = read();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      return current;
    }

    @Override
    public void close() throws IOException {
      rows.close();
    }
  }
}
