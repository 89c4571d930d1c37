package dev.cosmosblog;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The page of the data model names a test for each known trap; each is there. */
class TrapsTest {
  private static final Path ROOT = Path.of("..");
  private static final int TRAPS = 21;
  private static final Pattern ROW =
      Pattern.compile("^\\| (\\d+)\\. .*`(\\w+)#(trap\\w+)` \\|$", Pattern.MULTILINE);

  private static boolean hasTest(Path source, String method) {
    try {
      return Files.readString(source).contains(" " + method + "(");
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static List<Path> sources(String name) throws IOException {
    try (Stream<Path> files = Files.walk(ROOT)) {
      return files
          .filter(file -> file.endsWith(name + ".java"))
          .filter(file -> file.toString().contains("src"))
          .toList();
    }
  }

  @Test
  void eachTrapHasATestThatIsThere() throws IOException {
    String page = Files.readString(ROOT.resolve("docs/data-model.md"));
    List<MatchResult> rows = ROW.matcher(page).results().toList();
    assertThat(rows).hasSize(TRAPS);
    for (int trap = 1; trap <= TRAPS; trap++) {
      MatchResult row = rows.get(trap - 1);
      assertThat(row.group(1)).isEqualTo(String.valueOf(trap));
      assertThat(sources(row.group(2)))
          .as("trap %d: %s#%s", trap, row.group(2), row.group(3))
          .anyMatch(source -> hasTest(source, row.group(3)));
    }
  }
}
