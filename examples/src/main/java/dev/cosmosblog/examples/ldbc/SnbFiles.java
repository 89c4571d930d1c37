package dev.cosmosblog.examples.ldbc;

import dev.cosmosblog.examples.console.UsageException;
import dev.cosmosblog.examples.ldbc.Row.MalformedRowException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Finds the CSV files of a data set anywhere below a directory. Their layout is that of the Social
 * Network Benchmark's interactive v1 data: CsvMergeForeign with dates as text.
 */
final class SnbFiles {
  private static final Pattern UPDATE_STREAM =
      Pattern.compile("updateStream_\\d+_\\d+_(person|forum)\\.csv");

  /** Updates that don't apply to a blog: likes of comments, forums, members, friendships. */
  private static final List<String> SKIPPED_UPDATES = List.of("3", "4", "5", "8");

  private final List<Path> files;

  private SnbFiles(List<Path> files) {
    this.files = files;
  }

  /** The tables of the data set's initial state, in load order. */
  enum Table {
    PERSON("person", Addition.AddUser::of, "id", "firstName", "lastName"),
    POST(
        "post",
        row -> Addition.AddPost.of(row, Row::date),
        "id",
        "imageFile",
        "creationDate",
        "content",
        "creator"),
    COMMENT(
        "comment",
        row -> Addition.AddComment.of(row, Row::date),
        "id",
        "creationDate",
        "content",
        "creator",
        "replyOfPost",
        "replyOfComment"),
    LIKE(
        "person_likes_post",
        row -> Addition.AddLike.of(row, Row::date),
        "Person.id",
        "Post.id",
        "creationDate");

    private final Pattern fileName;
    private final Function<Row, Addition> reader;
    private final List<String> columns;

    Table(String name, Function<Row, Addition> reader, String... columns) {
      this.fileName = Pattern.compile(name + "_\\d+_\\d+\\.csv");
      this.reader = reader;
      this.columns = List.of(columns);
    }

    /** Reads a row, given the positions of its columns. */
    Addition read(Row row, int[] positions) {
      return reader.apply(row.select(positions));
    }

    /** Returns the positions of the columns that the reader needs. */
    int[] columnsIn(Row header) {
      int[] found = columns.stream().mapToInt(header.fields()::indexOf).toArray();
      for (int i = 0; i < found.length; i++) {
        if (found[i] < 0) {
          throw new MalformedRowException(
              "the header has no column '" + columns.get(i) + "'; skipping the file");
        }
      }
      return found;
    }
  }

  static SnbFiles in(Path directory) throws IOException {
    if (!Files.isDirectory(directory)) {
      throw new UsageException("'" + directory + "' is not a directory");
    }
    try (Stream<Path> found = Files.walk(directory)) {
      SnbFiles set =
          new SnbFiles(found.filter(file -> file.toString().endsWith(".csv")).sorted().toList());
      for (Table table : List.of(Table.PERSON, Table.POST)) {
        if (set.of(table).isEmpty()) {
          throw new UsageException(
              "'%2$s' doesn't contain a file such as %1$s_0_0.csv; pass the directory of a data set"
                  .formatted(table.name().toLowerCase(Locale.ROOT), directory));
        }
      }
      return set;
    }
  }

  List<Path> of(Table table) {
    return named(table.fileName);
  }

  private List<Path> named(Pattern name) {
    return files.stream().filter(file -> matches(file, name)).toList();
  }

  private static boolean matches(Path file, Pattern name) {
    return name.matcher(String.valueOf(file.getFileName())).matches();
  }

  /** Returns the number of files that don't apply to a blog. */
  long skippedFiles() {
    return files.stream()
        .filter(file -> !matches(file, UPDATE_STREAM))
        .filter(file -> Stream.of(Table.values()).noneMatch(t -> matches(file, t.fileName)))
        .count();
  }

  /** An addition of an update stream, and its scheduled time in milliseconds since 1970. */
  private record Update(long scheduledTime, Addition addition) {}

  /**
   * The additions of all update streams in the order of their scheduled time, and the number of
   * skipped updates.
   */
  record Updates(List<Addition> additions, long skipped) {}

  /** Reads all update streams and sorts them in memory, because they aren't fully ordered. */
  Updates updates(Consumer<String> malformed) throws IOException {
    List<Update> updates = new ArrayList<>();
    long skipped = 0;
    for (Path file : named(UPDATE_STREAM)) {
      try (RowReader rows = new RowReader(file, malformed)) {
        while (rows.advance()) {
          Optional<Optional<Update>> update = rows.parse(SnbFiles::update);
          update.flatMap(Function.identity()).ifPresent(updates::add);
          skipped += update.isPresent() && update.get().isEmpty() ? 1 : 0;
        }
      }
    }
    updates.sort(Comparator.comparingLong(Update::scheduledTime));
    return new Updates(updates.stream().map(Update::addition).toList(), skipped);
  }

  /** Reads the columns scheduled time, dependency time and kind, and those that the kind has. */
  private static Optional<Update> update(Row row) {
    if (row.fields().size() < 3) {
      throw new MalformedRowException("has no column for the kind of update");
    }
    if (SKIPPED_UPDATES.contains(row.text(2))) {
      return Optional.empty();
    }
    return Optional.of(new Update(row.number("scheduled time", 0), Addition.ofUpdate(row)));
  }
}
