package dev.cosmosblog.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The threat table of {@code SECURITY.md} names a test for each defence, and the tests exist. */
class SecurityPageTest {
  private static final Path ROOT = Path.of("..");
  private static final Path PAGE = ROOT.resolve("SECURITY.md");

  /** As of {@code examples/web}. */
  private static final int MODULE_DEPTH = 2;

  private static final String TABLE = "| threat | defence | test |\n";
  private static final Pattern NAME = Pattern.compile("`(\\w+Test)#(\\w+)`");

  private static List<String> rows() throws IOException {
    String page = Files.readString(PAGE);
    return page.substring(page.indexOf(TABLE) + TABLE.length())
        .lines()
        .takeWhile(line -> line.startsWith("|"))
        .skip(1)
        .toList();
  }

  @Test
  void everyRowNamesATest() throws IOException {
    assertThat(rows()).isNotEmpty();
    assertThat(rows()).allMatch(row -> NAME.matcher(row).find());
  }

  @Test
  void everyNamedTestExists() throws IOException {
    for (String row : rows()) {
      for (MatchResult name : NAME.matcher(row).results().toList()) {
        assertThat(source(name.group(1))).as(name.group()).contains(" void " + name.group(2) + "(");
      }
    }
  }

  private static String source(String type) throws IOException {
    try (Stream<Path> modules = Files.walk(ROOT, MODULE_DEPTH)) {
      for (Path tests : modules.map(module -> module.resolve("src/test/java")).toList()) {
        try (Stream<Path> files = Files.isDirectory(tests) ? Files.walk(tests) : Stream.empty()) {
          List<Path> found = files.filter(file -> file.endsWith(type + ".java")).toList();
          if (!found.isEmpty()) {
            return Files.readString(found.get(0));
          }
        }
      }
    }
    return "";
  }
}
