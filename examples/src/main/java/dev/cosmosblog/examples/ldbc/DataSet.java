package dev.cosmosblog.examples.ldbc;

import dev.cosmosblog.examples.console.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The files of a data set in the layout of the Social Network Benchmark's interactive v1 data,
 * CsvMergeForeign with dates as text, wherever in the directory they lie.
 *
 * @param files all its CSV files
 */
record DataSet(List<Path> files) {
  private static final Pattern UPDATES =
      Pattern.compile("updateStream_\\d+_\\d+_(person|forum)\\.csv");

  DataSet {
    files = List.copyOf(files);
  }

  static DataSet in(Path directory) throws IOException {
    if (!Files.isDirectory(directory)) {
      throw new UsageException("There is no directory '" + directory + "'");
    }
    try (Stream<Path> found = Files.walk(directory)) {
      DataSet set =
          new DataSet(found.filter(file -> file.toString().endsWith(".csv")).sorted().toList());
      set.check(directory);
      return set;
    }
  }

  private void check(Path directory) {
    for (DataTable table : List.of(DataTable.PERSON, DataTable.POST)) {
      if (of(table).isEmpty()) {
        throw new UsageException(
            "There is no file such as %s_0_0.csv in '%s'; give the directory of a data set"
                .formatted(table.name().toLowerCase(Locale.ROOT), directory));
      }
    }
  }

  List<Path> of(DataTable table) {
    return files.stream().filter(table::isIn).toList();
  }

  List<Path> updateStreams() {
    return files.stream().filter(DataSet::isUpdateStream).toList();
  }

  /** How many files say nothing that a blog has. */
  long others() {
    return files.stream()
        .filter(file -> !isUpdateStream(file))
        .filter(file -> Stream.of(DataTable.values()).noneMatch(table -> table.isIn(file)))
        .count();
  }

  private static boolean isUpdateStream(Path file) {
    return UPDATES.matcher(String.valueOf(file.getFileName())).matches();
  }
}
