package dev.cosmosblog.examples.console;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A table in plain text, which fits the screen: columns as wide as their widest cell, numbers
 * aligned right. Texts are wrapped if necessary, and columns that don't fit follow in a further
 * block.
 */
public final class Table {
  private static final String GAP = "  ";
  private static final int MAX_NAMES = 2;

  private final List<List<String>> rows = new ArrayList<>();

  /**
   * Creates a table without rows.
   *
   * @param headings the columns' headings
   * @throws IllegalArgumentException if one is blank
   */
  public Table(String... headings) {
    this(List.of(headings));
  }

  /**
   * Creates a table without rows.
   *
   * @param headings the columns' headings
   * @throws IllegalArgumentException if one is blank
   */
  public Table(List<String> headings) {
    if (headings.stream().anyMatch(String::isBlank)) {
      throw new IllegalArgumentException(
          "A heading of %s is blank. Name the column.".formatted(headings));
    }
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
    List<String> lines = new ArrayList<>();
    for (List<Integer> columns : blocks()) {
      if (!lines.isEmpty()) {
        lines.add("");
      }
      List<Integer> widths = widths(columns);
      String rule = widths.stream().map("-"::repeat).collect(Collectors.joining(GAP));
      for (int row = 0; row < rows.size(); row++) {
        lines.addAll(lines(rows.get(row), columns, widths));
        if (row == 0) {
          lines.add(rule);
        }
      }
    }
    return lines;
  }

  /** Divides the columns if they don't fit; each block begins with the rows' names. */
  private List<List<Integer>> blocks() {
    List<Integer> names = new ArrayList<>();
    columns()
        .limit(MAX_NAMES)
        .takeWhile(column -> column == 0 || !isNumeric(column))
        .forEach(names::add);
    List<List<Integer>> blocks = new ArrayList<>();
    List<Integer> block = new ArrayList<>(names);
    for (int column : columns().skip(names.size()).toArray()) {
      block.add(column);
      if (block.size() > names.size() + 1 && width(least(block)) > Screen.WIDTH) {
        block.remove(block.size() - 1);
        blocks.add(block);
        block = new ArrayList<>(names);
        block.add(column);
      }
    }
    blocks.add(block);
    return blocks;
  }

  /** Returns the widths of the widest cells; if they don't fit, wide columns are wrapped. */
  private List<Integer> widths(List<Integer> columns) {
    List<Integer> widths =
        columns.stream()
            .map(column -> rows.stream().mapToInt(row -> row.get(column).length()).max().orElse(0))
            .collect(Collectors.toCollection(ArrayList::new));
    List<Integer> least = least(columns);
    while (width(widths) > Screen.WIDTH && width(widths) > width(least)) {
      int widest =
          IntStream.range(0, widths.size())
              .filter(i -> widths.get(i) > least.get(i))
              .reduce((i, j) -> widths.get(j) > widths.get(i) ? j : i)
              .orElseThrow();
      widths.set(widest, widths.get(widest) - 1);
    }
    return widths;
  }

  /** Returns the widths of the longest words. */
  private List<Integer> least(List<Integer> columns) {
    return columns.stream()
        .map(
            column ->
                rows.stream()
                    .flatMap(row -> Stream.of(row.get(column).split(" ")))
                    .mapToInt(String::length)
                    .max()
                    .orElse(0))
        .toList();
  }

  private static int width(List<Integer> widths) {
    return widths.stream().mapToInt(width -> width + GAP.length()).sum() - GAP.length();
  }

  private List<String> lines(List<String> row, List<Integer> columns, List<Integer> widths) {
    List<List<String>> cells =
        IntStream.range(0, columns.size())
            .mapToObj(i -> Screen.wrap(row.get(columns.get(i)), widths.get(i)))
            .toList();
    int height = cells.stream().mapToInt(List::size).max().orElse(0);
    return IntStream.range(0, height)
        .mapToObj(
            line ->
                IntStream.range(0, columns.size())
                    .mapToObj(
                        i ->
                            cell(
                                line < cells.get(i).size() ? cells.get(i).get(line) : "",
                                widths.get(i),
                                isNumeric(columns.get(i))))
                    .collect(Collectors.joining(GAP))
                    .stripTrailing())
        .toList();
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
