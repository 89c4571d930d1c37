package dev.cosmosblog.examples.ldbc;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.function.BiConsumer;

/** The additions of one file of the data set's state, read as they are asked for. */
final class DataRows implements Iterator<Addition>, AutoCloseable {
  private final DataTable table;
  private final LineReader lines;
  private final BiConsumer<Source, String> malformed;
  private int[] columns = {};
  private int width;
  private Optional<Addition> next;

  DataRows(Path file, DataTable table, BiConsumer<Source, String> malformed) throws IOException {
    this.table = table;
    this.malformed = malformed;
    this.lines = new LineReader(file);
    this.next = header() ? read() : Optional.empty();
  }

  private boolean header() throws IOException {
    Optional<Line> first = lines.next();
    if (first.isEmpty()) {
      return false;
    }
    try {
      Row header = first.get().row();
      columns = table.columnsIn(header);
      width = header.fields().size();
      return true;
    } catch (MalformedRowException e) {
      malformed.accept(first.get().source(), String.valueOf(e.getMessage()));
      return false;
    }
  }

  private Optional<Addition> read() throws IOException {
    for (Optional<Line> line = lines.next(); line.isPresent(); line = lines.next()) {
      try {
        Row row = line.get().row();
        row.checkColumns(width);
        return Optional.of(table.parse(row.select(columns)));
      } catch (MalformedRowException e) {
        malformed.accept(line.get().source(), String.valueOf(e.getMessage()));
      }
    }
    return Optional.empty();
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
    lines.close();
  }
}
