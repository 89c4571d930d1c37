package dev.cosmosblog.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ExamplesTest {
  private static final Path SOURCES = Path.of("src/main/java/dev/cosmosblog/examples");

  /** Packages that the programs share. Their package-info says why there is so much of it. */
  private static final List<Path> SHARED =
      List.of(SOURCES.resolve("blog"), SOURCES.resolve("console"));

  private static final int LONGEST = 200;

  @Test
  void aFileOfAnExampleHasAtMost200Lines() throws IOException {
    try (Stream<Path> files = Files.walk(SOURCES)) {
      List<Path> programs =
          files
              .filter(file -> file.toString().endsWith(".java"))
              .filter(file -> SHARED.stream().noneMatch(file::startsWith))
              .toList();
      assertThat(programs).isNotEmpty();
      for (Path program : programs) {
        assertThat(Files.readAllLines(program))
            .as(program.toString())
            .hasSizeLessThanOrEqualTo(LONGEST);
      }
    }
  }
}
