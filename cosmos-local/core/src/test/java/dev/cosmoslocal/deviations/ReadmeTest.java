package dev.cosmoslocal.deviations;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cosmoslocal.deviations.Feature.Support;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
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
 * The column of cosmos-local in the comparison of {@code README.md} comes from here, and each row
 * from the registry of features, from a deviation, or from a test. After a change: {@code mvn -pl
 * cosmos-local test -Dtest=ReadmeTest -Dupdate.docs=true}.
 */
class ReadmeTest {
  private static final Path PAGE = Path.of("README.md");
  private static final String HEAD = "| | cosmos-local |";
  private static final String BEGIN = "<!-- made by ReadmeTest -->\n";
  private static final String END = "<!-- end -->";

  /** Statements of another program's page; only those that the page lacks need no source. */
  private static final Pattern CELL =
      Pattern.compile(
          "not documented|(?:yes|no|none told)(?:[,;] [^\\[\\]|]+)?(?:\\[\\^[a-z-]+\\])+");

  private static final Pattern NOTE = Pattern.compile("\\[\\^([a-z-]+)\\](?!:)");
  private static final Pattern SOURCE =
      Pattern.compile("(?m)^\\[\\^([a-z-]+)\\]: .*<https://\\S+>$");

  private static final Map<String, Row> ROWS = new LinkedHashMap<>();

  static {
    use();
    data();
    queries();
    service();
  }

  /** Our answer in a row, and the Markdown that says what shows it. */
  private record Row(String answer, String shownBy) {}

  private static void use() {
    shown("Starts without Docker", "yes", "SdkItemsTest#aCreatedItemIsReadWithItsSystemProperties");
    shown(
        "Runs inside the process of the tests",
        "yes, on the JVM",
        "RequestCounterTest#requestsAreCountedWithWhatTheyCost");
    shown(
        "Serves clients over the network", "yes", "JavaScriptClientTest#theSdkForJavaScriptWorks");
    told("Direct mode", "HTTPS, and direct mode over TCP");
    shown(
        "The SDK for Java connects without importing a certificate",
        "yes",
        "SdkItemsTest#aCreatedItemIsReadWithItsSystemProperties");
    shown(
        "Refuses a wrong key",
        "yes",
        "internal.http.HttpServerTest#aRequestWithoutOrWithAWrongSignatureIsUnauthorized");
    shown("Probe of readiness over HTTP", "yes", "ContentsTest#probesNeedNoKey");
    shown(
        "Loads contents at the start",
        "yes",
        "ContentsTest#whatIsExportedIsTheSameAfterItWasLoaded");
    shown(
        "Keeps its data if asked",
        "yes",
        "SdkDurabilityTest#itemsEntityTagsAndOrderSurviveARestart");
    shown(
        "Data explorer",
        "yes, if asked",
        "ExplorerTest#thePageLoadsNothingButItsOwnFiles",
        "ExplorerTest#anItemIsWrittenOnlyUnderTheEntityTagThatWasRead",
        "ExplorerTest#aMergedQueryHasTheRowsAndTheChargeOfTheSdk");
    absent("Other APIs: MongoDB, Cassandra, Gremlin, Table");
  }

  private static void data() {
    shown("Transactional batch", "yes", "SdkBatchTest#aFailedOperationUndoesTheBatch");
    shown("Bulk", "yes", "SdkBatchTest#bulkOperationsSucceedOrFailIndependently");
    shown("Patch with a condition", "yes", "SdkPatchTest#aPatchRequiresItsCondition");
    registered("Time to live", "defaultTtl", "x-ms-documentdb-expiry-seconds");
    registered("Unique keys", "uniqueKeyPolicy.uniqueKeys.paths");
    shown(
        "Hierarchical partition keys",
        "yes",
        "SdkSamplesHierarchicalKeysTest#aQueryByAKeyPrefixFindsAllItemsBelowIt");
    shown(
        "Users, permissions and resource tokens",
        "yes",
        "SdkUsersTest#aTokenWithAPartitionKeyAllowsWritesInThatPartitionOnly");
  }

  private static void queries() {
    shown(
        "ORDER BY, GROUP BY and aggregates",
        "yes, over all partitions",
        "SdkQueriesTest#ordersHoldOverAllPartitionsAndPages",
        "SdkQueriesTest#groupsAndDistinctValuesAreMergedOverAllPartitions",
        "SdkQueriesTest#aggregatesRunOverAllPartitions");
    shown(
        "Several partitions queried in parallel",
        "yes",
        "SdkSamplesQueriesTest#pagesContinueByTheirTokens");
    registered(
        "Composite indexes",
        "indexingPolicy.compositeIndexes.path",
        "indexingPolicy.compositeIndexes.order");
    registered(
        "Spatial functions",
        "ST_AREA",
        "ST_DISTANCE",
        "ST_INTERSECTS",
        "ST_ISVALID",
        "ST_ISVALIDDETAILED",
        "ST_WITHIN");
    registered(
        "Vector search", "VECTORDISTANCE", "vectorEmbeddingPolicy", "indexingPolicy.vectorIndexes");
    registered(
        "Full-text search",
        "FULLTEXTCONTAINS",
        "FULLTEXTCONTAINSALL",
        "FULLTEXTCONTAINSANY",
        "FULLTEXTSCORE",
        "fullTextPolicy",
        "indexingPolicy.fullTextIndexes");
    registered("Computed properties", "computedProperties");
    shown("User-defined functions", "yes", "SdkFunctionsTest#aFunctionFiltersOverAllPartitions");
    shown("Stored procedures", "yes", "SdkStoredProceduresTest#aFailedTradeOfPlayersIsRolledBack");
    shown(
        "Triggers",
        "yes",
        "SdkTriggersTest#aPreTriggerChangesWhatIsWritten",
        "SdkTriggersTest#aPostTriggerWritesInTheSameTransaction");
  }

  private static void service() {
    shown(
        "Change feed, latest version",
        "yes",
        "SdkChangeFeedTest#eachItemIsSeenOnceWithItsLatestVersion");
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
        "Weaker consistency levels may read older data",
        "yes, if asked",
        "SdkReplicaLagTest#theTwoWeakestLevelsMaySeeAnOlderVersionOrADeletedItem");
    told("Several regions", "many regions, several of them for writes");
    shown(
        "Partitions split while clients work", "yes", "SdkSplitTest#activeClientsDontNoticeASplit");
    shown(
        "Faults injected",
        "yes, by rules and a seed",
        "FaultPlanTest#theSameSeedGivesTheSamePlan",
        "SdkFaultsTest#aWriteWhoseConnectionClosesAfterTheCommitFailsAndTakesEffect");
    shown("Clock set by a test", "yes", "SdkQueryClockTest#queriesUseTheAccountsClock");
  }

  /** Adds a row that tests show, each by {@code Type#method}. */
  private static void shown(String feature, String answer, String... tests) {
    ROWS.put(
        feature,
        new Row(
            answer, Arrays.stream(tests).map(ReadmeTest::link).collect(Collectors.joining(", "))));
  }

  private static String link(String test) {
    String[] parts = test.split("#", 2);
    String file = "src/test/java/dev/cosmoslocal/" + parts[0].replace('.', '/') + ".java";
    String type = parts[0].substring(parts[0].lastIndexOf('.') + 1);
    return "[`" + type + "`](" + file + ") `" + parts[1] + "`";
  }

  /** Adds a row whose answer is what the registry says of all these features. */
  private static void registered(String feature, String... names) {
    Set<Support> supports = new TreeSet<>();
    for (String name : names) {
      supports.add(
          Features.all().stream()
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
    String shownBy =
        Arrays.stream(names).map(name -> "`" + name + "`").collect(Collectors.joining(", "));
    ROWS.put(feature, new Row(answer, "[registry](../docs/cosmos-local.md#by-name): " + shownBy));
  }

  /** Adds a row that isn't there, as a deviation tells whose text begins with this. */
  private static void told(String feature, String service) {
    Deviation deviation =
        Deviations.all().stream()
            .filter(known -> known.service().startsWith(service))
            .findFirst()
            .orElseThrow(missing("deviation", service));
    String heading = deviation.area().title();
    String anchor = heading.toLowerCase(Locale.ROOT).replaceAll("[^\\w\\- ]", "").replace(' ', '-');
    ROWS.put(
        feature,
        new Row("no", "[" + heading + "](../docs/cosmos-local.md#" + anchor + "): " + service));
  }

  private static Supplier<AssertionError> missing(String kind, String name) {
    return () -> new AssertionError("There is no " + kind + " '" + name + "'");
  }

  /** Adds a row that nothing can show, as nothing of it is there. */
  private static void absent(String feature) {
    ROWS.put(feature, new Row("no", "nothing of it is there"));
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

  private static String whatShowsIt() {
    return ROWS.entrySet().stream()
        .map(row -> "| " + row.getKey() + " | " + row.getValue().shownBy() + " |\n")
        .collect(Collectors.joining("", "\n| | shown by |\n|---|---|\n", "\n"));
  }

  @Test
  void ourColumnIsWhatTheRegistryAndTheTestsShow() throws IOException {
    Map<String, String> ours = new LinkedHashMap<>();
    comparison(page()).forEach(cells -> ours.put(cells.get(0), cells.get(1)));
    assertThat(ours.entrySet())
        .containsExactlyElementsOf(
            ROWS.entrySet().stream()
                .map(row -> Map.entry(row.getKey(), row.getValue().answer()))
                .toList());
  }

  @Test
  void whatShowsItIsOnThePage() throws IOException {
    String page = page();
    int begin = page.indexOf(BEGIN) + BEGIN.length();
    String made = page.substring(0, begin) + whatShowsIt() + page.substring(page.indexOf(END));
    if (Boolean.getBoolean("update.docs")) {
      Files.writeString(PAGE, made);
    }
    assertThat(page())
        .as("cosmos-local/README.md; make it anew with -Dupdate.docs")
        .isEqualTo(made);
  }

  @Test
  void everyTestOnThePageExistsAndRuns() throws Exception {
    Pattern link = Pattern.compile("\\(src/test/java/([\\w/]+)\\.java\\) `(\\w+)`");
    List<MatchResult> tests = link.matcher(whatShowsIt()).results().toList();
    assertThat(tests).hasSizeGreaterThan(20);
    for (MatchResult test : tests) {
      Class<?> type = Class.forName(test.group(1).replace('/', '.'));
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
  void everyOtherCellNamesItsSourceUnlessItsPagesAreSilent() throws IOException {
    String page = page();
    List<String> wrong = new ArrayList<>();
    for (List<String> cells : comparison(page)) {
      assertThat(cells).as(cells.get(0)).hasSize(7);
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
