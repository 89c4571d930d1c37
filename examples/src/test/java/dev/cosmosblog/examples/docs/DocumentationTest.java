package dev.cosmosblog.examples.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Holds the pages in the root, in {@code docs} and in {@code cosmos-local} to the code: every Java
 * block is a region of a test, every link leads somewhere, the table of errors is complete, and the
 * walks of the architecture name files that exist.
 */
class DocumentationTest {
  private static final Path ROOT = Path.of("..");
  private static final Path SNIPPETS =
      Path.of("src/test/java/dev/cosmosblog/examples/docs").toAbsolutePath();

  /** A Java block, and the comment that names its region if there is one. */
  private static final Pattern JAVA_BLOCK =
      Pattern.compile("(?:<!-- region: (\\S+) -->\\n)?```java\\n(.*?)```", Pattern.DOTALL);

  private static final Pattern REGION =
      Pattern.compile("// region (\\S+)\\n(.*?)\\n *// endregion", Pattern.DOTALL);

  /** Lines of a region that the page does not show. */
  private static final Pattern HIDDEN = Pattern.compile("// hide\\n.*?// show", Pattern.DOTALL);

  private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
  private static final Pattern HEADING = Pattern.compile("^#+ (.*)$", Pattern.MULTILINE);

  private static final Pattern WALK =
      Pattern.compile(
          "<!-- walk: at most (\\d+) files -->(.*?)<!-- end of walk -->", Pattern.DOTALL);

  private static final Pattern JAVA_LINK = Pattern.compile("\\[`(\\w+)`\\]\\(([^)]+\\.java)\\)");

  private static final Pattern EXCEPTION =
      Pattern.compile("class (\\w+Exception)(?:<\\w+>)? extends (\\w+Exception)\\b");

  @Test
  void everyJavaBlockIsARegionOfATest() {
    Map<String, String> regions = regions();
    List<String> problems = new ArrayList<>();
    for (Path page : pages()) {
      for (MatchResult block : matches(JAVA_BLOCK, text(page))) {
        String name = String.valueOf(block.group(1));
        if (!flat(block.group(2)).equals(regions.get(name))) {
          problems.add(
              "%s, region %s:%n%s%nbut the test has%n%s"
                  .formatted(page, name, flat(block.group(2)), regions.get(name)));
        }
      }
    }
    assertThat(problems).isEmpty();
  }

  @Test
  void everyRegionIsShownOnAPage() {
    Set<String> shown =
        pages().stream()
            .flatMap(page -> matches(JAVA_BLOCK, text(page)).stream())
            .map(block -> String.valueOf(block.group(1)))
            .collect(Collectors.toSet());
    assertThat(shown).containsAll(regions().keySet());
  }

  /** Returns the regions of all tests here, by {@code TestClass#region}. */
  private static Map<String, String> regions() {
    Map<String, String> regions = new TreeMap<>();
    List<Path> tests = new ArrayList<>(files(SNIPPETS, "SnippetsTest.java"));
    for (Path module : list(ROOT.resolve("integrations"))) {
      if (Files.isDirectory(module.resolve("src/test/java"))) {
        tests.addAll(files(module.resolve("src/test/java"), "SnippetsTest.java"));
      }
    }
    for (Path test : tests) {
      String type = test.getFileName().toString().replace(".java", "");
      for (MatchResult region : matches(REGION, text(test))) {
        String code = HIDDEN.matcher(region.group(2)).replaceAll("");
        String before = regions.put(type + "#" + region.group(1), flat(code));
        assertThat(before).as("a second region %s", region.group(1)).isNull();
      }
    }
    return regions;
  }

  @Test
  void everyLinkLeadsToAFileAndAHeading() {
    List<String> broken = new ArrayList<>();
    for (Path page : pages()) {
      for (MatchResult link : matches(LINK, text(page))) {
        if (!link.group(1).startsWith("http") && !leadsSomewhere(page, link.group(1))) {
          broken.add(page + " -> " + link.group(1));
        }
      }
    }
    assertThat(broken).isEmpty();
  }

  private static boolean leadsSomewhere(Path page, String link) {
    String[] parts = link.split("#", 2);
    Path target = parts[0].isEmpty() ? page : page.resolveSibling(parts[0]);
    if (!Files.exists(target)) {
      return false;
    }
    return parts.length == 1
        || matches(HEADING, text(target)).stream()
            .map(heading -> anchor(heading.group(1)))
            .anyMatch(parts[1]::equals);
  }

  /** Returns the anchor that Markdown renderers make of a heading. */
  private static String anchor(String heading) {
    return heading.toLowerCase(Locale.ROOT).replaceAll("[^\\w\\- ]", "").replace(' ', '-');
  }

  @Test
  void theTableOfErrorsHasEveryException() {
    String table = text(ROOT.resolve("docs/errors.md"));
    assertThat(exceptions())
        .hasSizeGreaterThan(20)
        .allSatisfy(name -> assertThat(table).contains("\n| `" + name + "` |"));
  }

  /** Returns the simple names of {@code BlogException} and of all its subclasses in all modules. */
  private static Set<String> exceptions() {
    Map<String, String> parents = new HashMap<>();
    for (Path module : modules()) {
      for (Path source : files(module.resolve("src/main/java"), "Exception.java")) {
        for (MatchResult type : matches(EXCEPTION, text(source))) {
          parents.put(type.group(1), type.group(2));
        }
      }
    }
    Set<String> found = new TreeSet<>(Set.of("BlogException"));
    boolean grown = true;
    while (grown) {
      grown = false;
      for (Map.Entry<String, String> type : parents.entrySet()) {
        grown |= found.contains(type.getValue()) && found.add(type.getKey());
      }
    }
    return found;
  }

  @Test
  void theDependencyBlocksHaveTheVersionsAndModulesOfTheProject() {
    String pom = text(ROOT.resolve("pom.xml"));
    for (String page : List.of("README.md", "docs/getting-started.md")) {
      String block = group("(?s)```xml(.*?)```", text(ROOT.resolve(page)));

      assertThat(version("cosmosblog-bom", block)).isEqualTo(version("cosmosblog", pom));
      assertThat(version("netty-bom", block)).isEqualTo(group("<netty.version>(.*?)<", pom));
      assertThat(version("jackson-bom", block)).isEqualTo(group("<jackson.version>(.*?)<", pom));
      assertThat(matches(Pattern.compile("<artifactId>(?!\\w+-bom)(.*?)<"), block))
          .isNotEmpty()
          .allSatisfy(
              module ->
                  assertThat(text(ROOT.resolve("cosmosblog-bom/pom.xml")))
                      .contains(module.group()));
    }
  }

  private static String version(String artifact, String xml) {
    return group("<artifactId>" + artifact + "</artifactId>\\s*<version>(.*?)<", xml);
  }

  private static String group(String pattern, String text) {
    return matches(Pattern.compile(pattern), text).get(0).group(1);
  }

  @Test
  void theWalksNameFilesThatExistAndNoMoreThanTheySay() {
    Path page = ROOT.resolve("docs/architecture.md");
    List<MatchResult> walks = matches(WALK, text(page));
    assertThat(walks).hasSize(2);
    for (MatchResult walk : walks) {
      List<MatchResult> links = matches(JAVA_LINK, walk.group(2));
      assertThat(links)
          .isNotEmpty()
          .allSatisfy(
              link -> {
                Path file = page.resolveSibling(link.group(2));
                assertThat(file).isRegularFile();
                assertThat(file.getFileName()).hasToString(link.group(1) + ".java");
              });
      assertThat(links.stream().map(link -> link.group(2)).distinct())
          .hasSizeLessThanOrEqualTo(Integer.parseInt(walk.group(1)));
    }
  }

  private static List<Path> pages() {
    return Stream.of(ROOT, ROOT.resolve("docs"), ROOT.resolve("cosmos-local"))
        .flatMap(directory -> list(directory).stream())
        .filter(file -> file.toString().endsWith(".md"))
        .toList();
  }

  private static List<Path> modules() {
    return list(ROOT).stream()
        .filter(module -> Files.isDirectory(module.resolve("src/main/java")))
        .toList();
  }

  private static List<Path> list(Path directory) {
    try (Stream<Path> files = Files.list(directory)) {
      return files.sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<Path> files(Path directory, String ending) {
    try (Stream<Path> files = Files.walk(directory)) {
      return files.filter(file -> file.toString().endsWith(ending)).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<MatchResult> matches(Pattern pattern, String text) {
    Matcher matcher = pattern.matcher(text);
    return matcher.results().toList();
  }

  /** Returns code in one line: the formatter may break lines that have room on a page. */
  private static String flat(String code) {
    return code.strip().replaceAll("\\s+", " ");
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
