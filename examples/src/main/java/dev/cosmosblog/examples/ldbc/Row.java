package dev.cosmosblog.examples.ldbc;

import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * A row of a file.
 *
 * @param file the file
 * @param line the row's line, from 1
 * @param fields its fields
 */
record Row(Path file, long line, List<String> fields) {
  /** The text format of dates in the benchmark. */
  private static final DateTimeFormatter DATE =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSXX", Locale.ROOT);

  Row {
    fields = List.copyOf(fields);
  }

  /** Thrown if a row can't be imported. */
  static final class MalformedRowException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    MalformedRowException(String reason) {
      super(reason);
    }
  }

  void checkColumns(int columns) {
    if (fields.size() != columns) {
      throw new MalformedRowException(
          "has %d columns instead of %d".formatted(fields.size(), columns));
    }
  }

  /** Returns the row with some of its columns, in the given order. */
  Row select(int... columns) {
    return new Row(file, line, IntStream.of(columns).mapToObj(fields::get).toList());
  }

  String text(int column) {
    return fields.get(column);
  }

  /** Returns an id, which is an integer without sign or leading zeros. */
  long id(String name, int column) {
    long id = number(name, column);
    if (id < 0 || !Long.toString(id).equals(text(column))) {
      throw new MalformedRowException("%s '%s' is not an id".formatted(name, text(column)));
    }
    return id;
  }

  long number(String name, int column) {
    try {
      return Long.parseLong(text(column));
    } catch (NumberFormatException e) {
      throw new MalformedRowException("%s '%s' is not a number".formatted(name, text(column)));
    }
  }

  /** Returns a creation date in the text format of the data files. */
  Instant date(int column) {
    try {
      return OffsetDateTime.parse(text(column), DATE).toInstant();
    } catch (DateTimeException e) {
      throw new MalformedRowException(
          "creation date '%s' is not a date such as 2010-06-27T23:36:57.962+0000"
              .formatted(text(column)));
    }
  }

  /** Returns a creation date in milliseconds since 1970, as in the update streams. */
  Instant millis(int column) {
    return Instant.ofEpochMilli(number("creation date", column));
  }

  /** Returns the file and line for messages. */
  String place() {
    return file + ":" + line;
  }
}
