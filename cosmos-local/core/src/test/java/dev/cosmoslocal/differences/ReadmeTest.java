package dev.cosmoslocal.differences;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cosmoslocal.differences.Feature.Support;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;

/**
 * The column of cosmos-local in the comparison table of {@code README.md} must match what is
 * defined here. Each row cites tests, features or a difference; {@code target/comparison.md} lists
 * them.
 */
class ReadmeTest {
  private static final Path PAGE = Path.of("..", "README.md");
  private static final String HEAD = "| | cosmos-local |";

  /** A cell about another emulator; it needs a footnote unless its documentation is silent. */
  private static final Pattern CELL =
      Pattern.compile(
          "not documented|(?:yes|no|no difference listed)(?:[,;]"
              + " [^\\[\\]|]+)?(?:\\[\\^[a-z-]+\\])+");

  private static final Pattern NOTE = Pattern.compile("\\[\\^([a-z-]+)\\](?!:)");
  private static final Pattern SOURCE = Pattern.compile("(?m)^\\[\\^([a-z-]+)\\]: <https://\\S+>$");

  private static final Map<String, ComparedFeature> ROWS = new LinkedHashMap<>();

  static {
    shown("Starts without Docker", "yes", "SdkItemsTest#aCreatedItemIsReadWithItsSystemProperties");
    shown(
        "Runs inside the process of the tests",
        "yes, on the JVM",
        "RequestCounterTest#requestsAreCountedWithTheirCharges");
    shown("Direct mode", "yes, with TLS", "SdkDirectItemsTest#anItemIsWrittenAndReadAtItsReplicas");
    registered(
        "Vector search", "VECTORDISTANCE", "vectorEmbeddingPolicy", "indexingPolicy.vectorIndexes");
    shown("Stored procedures", "yes", "SdkStoredProceduresTest#aFailedTradeOfPlayersIsRolledBack");
    shown(
        "Change feed, all versions and deletes",
        "yes",
        "SdkVersionFeedTest#everyVersionAndTheDeleteAreSeenInOrder");
    shown(
        "429 beyond the provisioned throughput",
        "yes, if asked",
        "SdkThroughputTest#exceedingTheThroughputAnswers429WithTheTimeToWait");
    shown(
        "Request charges",
        "yes, modelled",
        "ArticleChargesTest#modelledChargesAreWithinSixPercentOfTheArticles");
    shown(
        "Faults injected",
        "yes, by rules and a seed",
        "FaultPlanTest#theSameSeedGivesTheSamePlan",
        "SdkFaultsTest#aWriteWhoseConnectionClosesAfterTheCommitFailsButIsApplied");
  }

  /** The emulator's cell in a row, and the evidence for it in Markdown. */
  private record ComparedFeature(String answer, String evidence) {}

  /** Adds a row for which the given tests are evidence, as {@code Type#method}. */
  private static void shown(String feature, String answer, String... tests) {
    ROWS.put(feature, new ComparedFeature(answer, codes(tests)));
  }

  private static String codes(String... names) {
    return Arrays.stream(names).map(name -> "`" + name + "`").collect(Collectors.joining(", "));
  }

  /** Adds a row whose cell follows from the support of these features. */
  private static void registered(String feature, String... names) {
    Set<Support> supports = new TreeSet<>();
    for (String name : names) {
      supports.add(
          Differences.features().stream()
              .filter(known -> known.name().equals(name))
              .findFirst()
              .orElseThrow(missing("feature", name))
              .support());
    }
    assertThat(supports).as(feature).hasSize(1);
    String answer =
        switch (supports.iterator().next()) {
          case WORKS -> "yes";
          case REFUSED -> "no, refused by name";
          case LISTED, INFORMATION, ELSEWHERE -> "no, accepted without effect";
        };
    ROWS.put(feature, new ComparedFeature(answer, codes(names)));
  }

  private static Supplier<AssertionError> missing(String kind, String name) {
    return () -> new AssertionError("differences.json has no " + kind + " '" + name + "'");
  }

  private static String page() throws IOException {
    return Files.readString(PAGE);
  }

  /** The cells of the comparison's rows. */
  private static List<List<String>> comparison(String page) {
    String table = page.substring(page.indexOf(HEAD));
    return Arrays.stream(table.substring(0, table.indexOf("\n\n")).split("\n"))
        .skip(2)
        .map(line -> List.of(line.substring(2, line.length() - 2).split(" \\| ")))
        .toList();
  }

  @Test
  void theEmulatorsColumnMatchesItsEvidence() throws IOException {
    Map<String, String> cells = new LinkedHashMap<>();
    comparison(page()).forEach(row -> cells.put(row.get(0), row.get(1)));
    Map<String, String> expected = new LinkedHashMap<>();
    StringBuilder evidence = new StringBuilder("| | evidence |\n|---|---|\n");
    ROWS.forEach(
        (feature, row) -> {
          expected.put(feature, row.answer());
          evidence.append("| " + feature + " | " + row.evidence() + " |\n");
        });
    Files.writeString(Path.of("target", "comparison.md"), evidence);
    assertThat(cells.entrySet()).containsExactlyElementsOf(expected.entrySet());
  }

  @Test
  void everyTestInTheEvidenceExistsAndRuns() throws Exception {
    Pattern name = Pattern.compile("`([\\w.]+)#(\\w+)`");
    List<MatchResult> tests =
        ROWS.values().stream().flatMap(row -> name.matcher(row.evidence()).results()).toList();
    assertThat(tests).hasSizeGreaterThan(5);
    for (MatchResult test : tests) {
      Class<?> type = Class.forName("dev.cosmoslocal." + test.group(1));
      assertThat(type.isAnnotationPresent(Disabled.class)).as(test.group()).isFalse();
      assertThat(type.getDeclaredMethods())
          .as(test.group())
          .anyMatch(method -> method.getName().equals(test.group(2)) && runs(method));
    }
  }

  private static boolean runs(Method method) {
    return !method.isAnnotationPresent(Disabled.class)
        && (method.isAnnotationPresent(Test.class)
            || method.isAnnotationPresent(ParameterizedTest.class)
            || method.isAnnotationPresent(Property.class));
  }

  @Test
  void cellsAboutOtherEmulatorsHaveASource() throws IOException {
    String page = page();
    List<String> wrong = new ArrayList<>();
    for (List<String> cells : comparison(page)) {
      assertThat(cells).as(cells.get(0)).hasSize(5);
      cells.stream().skip(2).filter(cell -> !CELL.matcher(cell).matches()).forEach(wrong::add);
    }
    assertThat(wrong).isEmpty();
    assertThat(names(NOTE, page)).isEqualTo(names(SOURCE, page));
  }

  private static Set<String> names(Pattern pattern, String page) {
    return pattern
        .matcher(page)
        .results()
        .map(match -> match.group(1))
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
