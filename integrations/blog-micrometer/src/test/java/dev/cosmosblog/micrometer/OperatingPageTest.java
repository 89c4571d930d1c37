package dev.cosmosblog.micrometer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.azure.cosmos.CosmosClientBuilder;
import dev.cosmosblog.micrometer.BlogMetric.Kind;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.store.BlogDatabase;
import dev.cosmosblog.store.BlogStore;
import dev.cosmosblog.store.observe.BlogOperation;
import dev.cosmosblog.store.observe.OperationListener;
import dev.cosmosblog.store.observe.OperationOutcome;
import dev.cosmosblog.store.observe.OperationReport;
import dev.cosmosblog.store.observe.RequestMeter;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.observation.DefaultMeterObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusNamingConvention;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Checks docs/operating.md against the meters. */
class OperatingPageTest {
  private static final Path PAGE = Path.of("../../docs/operating.md");
  private static final Pattern TABLE =
      Pattern.compile("<!-- meters -->\n(.*?)<!-- end of meters -->", Pattern.DOTALL);
  private static final Pattern METRIC = Pattern.compile("cosmosblog_\\w+");
  private static final Pattern SERIES = Pattern.compile("^(cosmosblog\\w+)", Pattern.MULTILINE);
  private static final Pattern LABEL_VALUES = Pattern.compile("(\\w+)=~?\"([^\"$]*)\"");
  private static final Pattern PROMQL = Pattern.compile("```promql\n(.*?)```", Pattern.DOTALL);
  static final PrometheusNamingConvention NAMES = new PrometheusNamingConvention();

  private static String prometheusName(BlogMetric metric) {
    String unit = metric.unit().isEmpty() ? null : metric.unit();
    return NAMES.name(metric.meterName(), type(metric.kind()), unit);
  }

  private static Meter.Type type(Kind kind) {
    return switch (kind) {
      case TIMER -> Meter.Type.TIMER;
      case LONG_TASK_TIMER -> Meter.Type.LONG_TASK_TIMER;
      case COUNTER -> Meter.Type.COUNTER;
      case GAUGE -> Meter.Type.GAUGE;
    };
  }

  /** The series that Prometheus reads of a meter. */
  static Stream<String> series(BlogMetric metric) {
    String name = prometheusName(metric);
    return switch (metric.kind()) {
      case TIMER, LONG_TASK_TIMER -> Stream.of("_count", "_sum", "_max").map(name::concat);
      case COUNTER -> Stream.of(name + "_total");
      case GAUGE -> Stream.of(name);
    };
  }

  static Set<String> allSeries() {
    return Arrays.stream(BlogMetric.values())
        .flatMap(OperatingPageTest::series)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  @Test
  void prometheusScrapesTheSeriesOfTheTable() {
    PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    assertScraped(registry, BlogMetrics.of(registry));
  }

  @Test
  void theTimersOfAHostsObservationHandlerAreDescribedToo() {
    PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    registry.config().meterFilter(BlogMetrics.descriptions());
    ObservationRegistry observations = ObservationRegistry.create();
    observations
        .observationConfig()
        .observationHandler(new DefaultMeterObservationHandler(registry));
    assertScraped(registry, BlogMetrics.of(registry, observations));
  }

  private static void assertScraped(PrometheusMeterRegistry registry, BlogMetrics metrics) {
    BlogDatabase database =
        BlogDatabase.builder()
            .connect(new CosmosClientBuilder(), "never connected to")
            .requestMeter(new RequestMeter())
            .listener(metrics.operations())
            .build();
    metrics.bind(database);
    ChangeFeedSampler sampler = metrics.sample(Optional::empty, Duration.ofHours(1));
    OperationListener.Scope inProgress = metrics.operations().begin(BlogOperation.FIND_POST);
    assertThatThrownBy(() -> BlogStore.on(database).findPost(PostId.of("post")))
        .isInstanceOf(RuntimeException.class);
    String scrape = registry.scrape();
    Set<String> read =
        SERIES.matcher(scrape).results().map(found -> found.group(1)).collect(Collectors.toSet());
    assertThat(read).containsExactlyInAnyOrderElementsOf(allSeries());
    for (BlogMetric metric : BlogMetric.values()) {
      assertThat(scrape)
          .containsPattern(
              "# HELP %s(_total)? \\Q%s\\E"
                  .formatted(prometheusName(metric), metric.description()));
    }
    inProgress.end(
        new OperationReport(
            BlogOperation.FIND_POST,
            0,
            0,
            0,
            Duration.ZERO,
            OperationOutcome.DONE,
            Optional.empty(),
            List.of()));
    sampler.close();
  }

  /** Micrometer appends the unit, as in {@code retries_requests}, if the name has another one. */
  @Test
  void noNameHasTwoUnits() {
    assertThat(BlogMetric.values())
        .filteredOn(metric -> !metric.unit().isEmpty())
        .allSatisfy(
            metric ->
                assertThat(prometheusName(metric))
                    .matches("[a-z_]+[^s]_" + metric.unit() + "(_total)?"));
  }

  private static String row(BlogMetric metric) {
    String tags =
        metric.tags().stream().map(tag -> "`" + tag + "`").collect(Collectors.joining(", "));
    return "| `%s` | %s | %s | `%s` | %s |"
        .formatted(
            metric.meterName(),
            metric.kind().name().toLowerCase(Locale.ROOT).replace('_', ' '),
            tags,
            metric.kind() == Kind.COUNTER
                ? series(metric).findFirst().get()
                : prometheusName(metric),
            metric.description());
  }

  /** {@code -Dupdate.docs=true} rewrites the table. */
  @Test
  void theTableHasEveryMeter() throws IOException {
    String table =
        Stream.concat(
                Stream.of(
                    "| meter | kind | tags | in Prometheus | measures |", "|---|---|---|---|---|"),
                Arrays.stream(BlogMetric.values()).map(OperatingPageTest::row))
            .collect(Collectors.joining("\n"));
    String page = Files.readString(PAGE);
    String expected =
        TABLE
            .matcher(page)
            .replaceAll(
                Matcher.quoteReplacement("<!-- meters -->\n" + table + "\n<!-- end of meters -->"));
    if (Boolean.getBoolean("update.docs")) {
      Files.writeString(PAGE, expected);
    }
    assertThat(Files.readString(PAGE)).contains(table).isEqualTo(expected);
  }

  @Test
  void theFiveAlertsNameMetersThatExist() throws IOException {
    List<String> alerts =
        PROMQL.matcher(Files.readString(PAGE)).results().map(found -> found.group(1)).toList();
    assertThat(alerts).hasSize(5).allSatisfy(OperatingPageTest::assertKnown);
  }

  /** In PromQL, NaN isn't greater than 60, but it differs from itself. */
  @Test
  void theLagAlertFiresWhenTheLagIsNan() throws IOException {
    String page = Files.readString(PAGE).replaceAll("\\s+", " ");
    String lag = "max by (source, view) (" + prometheusName(BlogMetric.LAG_AGE) + ")";
    assertThat(page).contains("%1$s > 60 or %1$s != %1$s".formatted(lag));
  }

  static Stream<String> metrics(String query) {
    return METRIC.matcher(query).results().map(MatchResult::group);
  }

  static void assertKnown(String query) {
    assertThat(metrics(query)).as(query).isNotEmpty().isSubsetOf(allSeries());
    for (MatchResult label : LABEL_VALUES.matcher(query).results().toList()) {
      if (label.group(1).equals("instance")) {
        continue;
      }
      assertThat(label.group(2).split("\\|"))
          .as("values of %s in %s", label.group(1), query)
          .isSubsetOf(values(label.group(1)));
    }
  }

  private static List<String> values(String label) {
    Enum<?>[] constants =
        switch (label) {
          case "db_operation_name" -> BlogOperation.values();
          case "outcome" -> OperationOutcome.values();
          default -> throw new AssertionError("No meter has the tag " + label);
        };
    return Arrays.stream(constants).map(one -> one.name().toLowerCase(Locale.ROOT)).toList();
  }
}
