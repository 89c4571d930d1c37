package dev.cosmosblog.examples.ldbc;

import java.util.List;
import java.util.stream.IntStream;

/**
 * A row of a file: fields separated by {@code |}, without quoting.
 *
 * @param source where it stands
 * @param fields its fields
 */
record Row(Source source, List<String> fields) {
  Row {
    fields = List.copyOf(fields);
  }

  static Row of(Source source, String line) {
    return new Row(source, List.of(line.split("\\|", -1)));
  }

  void checkColumns(int columns) throws MalformedRowException {
    if (fields.size() != columns) {
      throw new MalformedRowException(
          "has %d columns instead of %d".formatted(fields.size(), columns));
    }
  }

  /** The row with some of its columns, in the given order. */
  Row select(int... columns) {
    return new Row(source, IntStream.of(columns).mapToObj(fields::get).toList());
  }

  String text(int column) {
    return fields.get(column);
  }

  /** An id: a whole number, written as such, without leading zeros. */
  long id(String name, int column) throws MalformedRowException {
    long id = number(name, column);
    if (id < 0 || !Long.toString(id).equals(text(column))) {
      throw new MalformedRowException("%s '%s' is no id".formatted(name, text(column)));
    }
    return id;
  }

  long number(String name, int column) throws MalformedRowException {
    try {
      return Long.parseLong(text(column));
    } catch (NumberFormatException e) {
      throw new MalformedRowException("%s '%s' is no number".formatted(name, text(column)));
    }
  }
}
