package dev.cosmosblog.examples.console;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** A table in plain text: columns as wide as their widest cell, numbers aligned right. */
public final class Table {
  private final List<List<String>> rows = new ArrayList<>();

  /**
   * Creates a table without rows.
   *
   * @param headings the columns' headings
   */
  public Table(String... headings) {
    this(List.of(headings));
  }

  /**
   * Creates a table without rows.
   *
   * @param headings the columns' headings
   */
  public Table(List<String> headings) {
    rows.add(List.copyOf(headings));
  }

  /**
   * Adds a row.
   *
   * @param cells one cell for each column
   * @return this table
   * @throws IllegalArgumentException if there are more or fewer cells than columns
   */
  public Table row(Object... cells) {
    return row(Stream.of(cells).map(String::valueOf).toList());
  }

  /**
   * Adds a row.
   *
   * @param cells one cell for each column
   * @return this table
   * @throws IllegalArgumentException if there are more or fewer cells than columns
   */
  public Table row(List<String> cells) {
    if (cells.size() != rows.get(0).size()) {
      throw new IllegalArgumentException(
          cells.size() + " cells for " + rows.get(0).size() + " columns");
    }
    rows.add(List.copyOf(cells));
    return this;
  }

  /**
   * Adds a row.
   *
   * @param format the texts of its cells, as in {@link String#format} and with {@code |} between
   *     them
   * @param values the values in it
   * @return this table
   * @throws IllegalArgumentException if there are more or fewer cells than columns
   */
  public Table format(String format, Object... values) {
    return row(List.of(String.format(Locale.ROOT, format, values).split("\\|", -1)));
  }

  /**
   * Returns whether the table has no rows.
   *
   * @return whether there is nothing below the headings
   */
  public boolean isEmpty() {
    return rows.size() == 1;
  }

  /**
   * Writes the table.
   *
   * @param screen where to
   */
  public void print(Screen screen) {
    lines().forEach(screen::line);
  }

  List<String> lines() {
    List<Integer> widths =
        columns()
            .mapToObj(column -> rows.stream().mapToInt(row -> row.get(column).length()).max())
            .map(width -> width.orElse(0))
            .toList();
    List<String> lines = new ArrayList<>();
    rows.forEach(row -> lines.add(line(row, widths)));
    String rule = widths.stream().map("-"::repeat).collect(Collectors.joining("  "));
    lines.add(1, rule);
    return lines;
  }

  private String line(List<String> row, List<Integer> widths) {
    return columns()
        .mapToObj(column -> cell(row.get(column), widths.get(column), isNumeric(column)))
        .collect(Collectors.joining("  "))
        .stripTrailing();
  }

  private static String cell(String text, int width, boolean right) {
    String fill = " ".repeat(width - text.length());
    return right ? fill + text : text + fill;
  }

  private boolean isNumeric(int column) {
    return rows.size() > 1
        && rows.stream().skip(1).allMatch(row -> row.get(column).matches("([-+]?[\\d.,]+)?"));
  }

  private IntStream columns() {
    return IntStream.range(0, rows.get(0).size());
  }
}
