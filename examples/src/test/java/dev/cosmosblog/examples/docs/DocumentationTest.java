package dev.cosmosblog.examples.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cosmosblog.examples.Examples;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
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
import picocli.CommandLine;

/**
 * Compares the documentation with the code. Each Java block of a page is a region of a test, which
 * the comment before the block names. One block of the page, behind {@code <!-- imports -->}, has
 * the imports of all its regions. {@code -Dupdate.docs=true} rewrites the blocks from the tests.
 * Blocks behind {@code <!-- file: NAME -->} are compiled and run by {@code .ci/getting-started}.
 */
class DocumentationTest {
  private static final Path ROOT = Path.of("..");
  private static final Path README = ROOT.resolve("README.md");
  private static final Set<String> NOT_SEARCHED =
      Set.of(".git", ".github", "node_modules", "target");

  private static final Path GETTING_STARTED = ROOT.resolve("docs/getting-started.md");
  private static final Path TUTORIAL = ROOT.resolve("docs/spring-boot-tutorial.md");

  private static final String IMPORTS = "imports";
  private static final String FILE = "file: ";

  private static final Pattern JAVA_BLOCK =
      Pattern.compile("(?:<!-- (?:region: )?([^\\n]+) -->\\n)?```java\\n(.*?)```", Pattern.DOTALL);

  private static final Pattern REGION =
      Pattern.compile("// region (\\S+)\\n(.*?)\\n *// endregion", Pattern.DOTALL);

  /** Lines of a region that the page does not show. */
  private static final Pattern HIDDEN =
      Pattern.compile("\\n *// hide\\n.*?// show", Pattern.DOTALL);

  private static final Pattern IMPORT =
      Pattern.compile("^import (?:static )?[\\w.]+\\.(\\w+);$", Pattern.MULTILINE);

  private static final Pattern NOT_CODE = Pattern.compile("//.*|/\\*(?s:.*?)\\*/|\".*?\"");
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
  private static final Pattern HEADING = Pattern.compile("^#+ (.*)$", Pattern.MULTILINE);

  private static final Pattern WALK =
      Pattern.compile(
          "<!-- walk: at most (\\d+) files -->(.*?)<!-- end of walk -->", Pattern.DOTALL);

  private static final Pattern JAVA_LINK = Pattern.compile("\\[`(\\w+)`\\]\\(([^)]+\\.java)\\)");

  private static final Pattern EXCEPTION =
      Pattern.compile("class (\\w+Exception)(?:<\\w+>)? extends (\\w+Exception)\\b");

  /**
   * A region of a test.
   *
   * @param code the lines that a page shows
   * @param imports the imports that these lines need
   */
  private record Region(String code, Set<String> imports) {}

  @Test
  void everyJavaBlockIsARegionOfATestWithItsImports() {
    Map<String, Region> regions = regions();
    for (Path page : pages()) {
      String text = text(page);
      String expected = fromTests(page, text, regions);
      if (Boolean.getBoolean("update.docs") && !text.equals(expected)) {
        write(page, expected);
      } else {
        assertThat(text).as("%s; rewrite it with -Dupdate.docs=true", page).isEqualTo(expected);
      }
    }
  }

  /** Returns the page with its blocks as they are in the tests, except for line breaks. */
  private static String fromTests(Path page, String text, Map<String, Region> regions) {
    List<String> shown = new ArrayList<>(blocks(text));
    shown.removeIf(name -> name.startsWith(FILE));
    boolean hasImports = shown.removeIf(IMPORTS::equals);
    assertThat(regions.keySet()).as("the regions on %s", page).containsAll(shown);
    assertThat(hasImports).as("a block of imports on %s", page).isEqualTo(!shown.isEmpty());
    String imports =
        shown.stream()
            .flatMap(name -> regions.get(name).imports().stream())
            .distinct()
            .sorted(
                Comparator.comparing((String line) -> !line.startsWith("import static"))
                    .thenComparing(Comparator.naturalOrder()))
            .collect(Collectors.joining("\n"));
    return JAVA_BLOCK
        .matcher(text)
        .replaceAll(
            block -> {
              String name = "" + block.group(1);
              if (name.startsWith(FILE)) {
                return Matcher.quoteReplacement(block.group());
              }
              String code = IMPORTS.equals(name) ? imports : regions.get(name).code();
              boolean same = flat(code).equals(flat(block.group(2)));
              String before = block.group().substring(0, block.start(2) - block.start());
              return Matcher.quoteReplacement(same ? block.group() : before + code + "\n```");
            });
  }

  private static List<String> blocks(String text) {
    return matches(JAVA_BLOCK, text).stream().map(block -> "" + block.group(1)).toList();
  }

  @Test
  void theFilesOfAPageAreRun() {
    assertThat(pages())
        .filteredOn(page -> blocks(text(page)).stream().anyMatch(name -> name.startsWith(FILE)))
        .containsExactly(GETTING_STARTED, TUTORIAL)
        .allSatisfy(
            page ->
                assertThat(text(ROOT.resolve(".ci/getting-started")))
                    .contains("\nfollow " + page.getFileName() + "\n"));
    assertThat(text(ROOT.resolve(".ci/run"))).contains("\n.ci/getting-started ");
  }

  @Test
  void everyRegionIsShownOnAPage() {
    Set<String> shown =
        pages().stream().flatMap(page -> blocks(text(page)).stream()).collect(Collectors.toSet());
    assertThat(shown).containsAll(regions().keySet());
  }

  /** Returns the regions of all tests by {@code TestClass#region}. */
  private static Map<String, Region> regions() {
    Map<String, Region> regions = new TreeMap<>();
    for (Path test : files(ROOT, "SnippetsTest.java")) {
      String source = text(test);
      Set<String> imports = new HashSet<>(importsOf(test));
      matches(IMPORT, source).forEach(line -> imports.add(line.group()));
      for (MatchResult region : matches(REGION, source)) {
        String name = test.getFileName().toString().replace(".java", "") + "#" + region.group(1);
        String code = HIDDEN.matcher(region.group(2)).replaceAll("").stripTrailing().stripIndent();
        List<String> words = List.of(NOT_CODE.matcher(code).replaceAll(" ").split("\\W+"));
        Region before =
            regions.put(
                name,
                new Region(
                    code,
                    imports.stream()
                        .filter(line -> words.contains(line.replaceAll(".*\\.|;", "")))
                        .collect(Collectors.toSet())));
        assertThat(before).as("a second region %s", name).isNull();
      }
    }
    return regions;
  }

  /**
   * Returns the imports of the classes of the test's package, which the test itself doesn't need.
   */
  private static List<String> importsOf(Path test) {
    Path main = Path.of(test.getParent().toString().replace("src/test/java", "src/main/java"));
    return Files.isDirectory(main)
        ? list(main).stream()
            .filter(file -> file.toString().endsWith(".java"))
            .map(
                file ->
                    "import "
                        + file.toString()
                            .replaceAll(".*src/main/java/|\\.java$", "")
                            .replace('/', '.')
                        + ";")
            .toList()
        : List.of();
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

  /** Returns the anchor that GitHub gives a heading. */
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
    for (Path source : files(ROOT, "Exception.java")) {
      for (MatchResult type : matches(EXCEPTION, text(source))) {
        parents.put(type.group(1), type.group(2));
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
  void theDependencyBlocksHaveTheVersionAndTheModulesOfTheProject() {
    String parent = text(ROOT.resolve("pom.xml"));
    String version = group("<artifactId>cosmosblog</artifactId>\\s*<version>(.*?)<", parent);
    String bom = flat(text(ROOT.resolve("cosmosblog-bom/pom.xml")));
    Pattern module =
        Pattern.compile("<groupId>dev[^<]*</groupId> <artifactId>(?!cosmosblog-bom)[^<]*<");
    for (Path page : List.of(README, GETTING_STARTED, TUTORIAL)) {
      String block = flat(group("(?s)```xml(.*?)```", text(page)));

      assertThat(group("<artifactId>cosmosblog-bom</artifactId>\\s*<version>(.*?)<", block))
          .isEqualTo(version);
      assertThat(matches(module, block))
          .isNotEmpty()
          .extracting(MatchResult::group)
          .allMatch(bom::contains);
      assertThat(matches(Pattern.compile("version>[\\d.]+<"), block))
          .extracting(MatchResult::group)
          .allMatch(parent::contains);
    }
  }

  private static String group(String pattern, String text) {
    return matches(Pattern.compile(pattern), text).get(0).group(1);
  }

  @Test
  void theReadmeIsShortAndListsEveryExample() {
    String text = text(README);
    assertThat(text.lines().limit(25)).as("its first 25 lines").contains("```java");
    assertThat(words(text)).as("its words").isLessThanOrEqualTo(900);
    assertThat(matches(Pattern.compile("\n\\| `([a-z-]+)"), text))
        .extracting(row -> row.group(1))
        .containsAll(
            Examples.all().stream()
                .map(example -> new CommandLine(example).getCommandName())
                .toList());
  }

  @Test
  void theWalksListExistingFilesAndTheirNumber() {
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

  @Test
  void allPagesTogetherHaveAtMost39500Words() {
    assertThat(pages().stream().mapToInt(page -> words(text(page))).sum())
        .isLessThanOrEqualTo(39_500);
  }

  private static int words(String text) {
    return text.strip().split("\\s+").length;
  }

  private static List<Path> pages() {
    return files(ROOT, ".md");
  }

  private static List<Path> files(Path directory, String ending) {
    return list(directory).stream()
        .filter(file -> !NOT_SEARCHED.contains(file.getFileName().toString()))
        .flatMap(
            file ->
                Files.isDirectory(file)
                    ? files(file, ending).stream()
                    : Stream.of(file).filter(found -> found.toString().endsWith(ending)))
        .toList();
  }

  private static List<Path> list(Path directory) {
    try (Stream<Path> files = Files.list(directory)) {
      return files.sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<MatchResult> matches(Pattern pattern, String text) {
    return pattern.matcher(text).results().toList();
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

  private static void write(Path file, String text) {
    try {
      Files.writeString(file, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
