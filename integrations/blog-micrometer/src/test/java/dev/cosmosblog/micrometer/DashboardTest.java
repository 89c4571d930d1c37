package dev.cosmosblog.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Checks the Grafana dashboard against the meters and Grafana's schema. */
class DashboardTest {
  private static final Pattern GROUPED_BY = Pattern.compile("\\bby \\(([^)]*)\\)");
  private static final Pattern IN_LEGEND = Pattern.compile("\\{\\{(\\w+)}}");
  private static final Pattern VARIABLE = Pattern.compile("\\$\\{?(\\w+)");
  private static final int WIDTH = 24;

  private static JsonNode dashboard;

  @BeforeAll
  static void read() throws IOException {
    dashboard = new ObjectMapper().readTree(Path.of("dashboards", "cosmosblog.json").toFile());
  }

  private static List<String> queries() {
    return dashboard.findValuesAsText("expr");
  }

  private static Set<String> found(Pattern pattern, String text) {
    return pattern
        .matcher(text)
        .results()
        .flatMap(found -> Arrays.stream(found.group(1).split(", *")))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** The labels that all meters of a query have in Prometheus. */
  private static Set<String> labels(String query) {
    Set<String> labels = new HashSet<>();
    OperatingPageTest.metrics(query)
        .map(DashboardTest::labelsOfSeries)
        .forEach(
            tags -> {
              if (labels.isEmpty()) {
                labels.addAll(tags);
              }
              labels.retainAll(tags);
            });
    return labels;
  }

  private static Set<String> labelsOfSeries(String series) {
    Set<String> labels =
        Arrays.stream(BlogMetric.values())
            .filter(metric -> OperatingPageTest.series(metric).anyMatch(series::equals))
            .flatMap(metric -> metric.tags().stream())
            .map(OperatingPageTest.NAMES::tagKey)
            .collect(Collectors.toCollection(TreeSet::new));
    // Prometheus adds this label.
    labels.add("instance");
    return labels;
  }

  @Test
  void everyMeterIsShownAndEveryQueryNamesAMeter() {
    Set<String> shown = new TreeSet<>();
    assertThat(queries()).isNotEmpty().allSatisfy(OperatingPageTest::assertKnown);
    queries().forEach(query -> OperatingPageTest.metrics(query).forEach(shown::add));
    assertThat(BlogMetric.values())
        .allSatisfy(
            metric -> assertThat(OperatingPageTest.series(metric)).containsAnyElementsOf(shown));
    assertThat(OperatingPageTest.metrics(dashboard.path("templating").toString()))
        .isNotEmpty()
        .isSubsetOf(OperatingPageTest.allSeries());
  }

  @Test
  void queriesGroupByTagsAndLegendsNameThem() {
    for (JsonNode targets : dashboard.findValues("targets")) {
      for (JsonNode target : targets) {
        String query = target.path("expr").asText();
        Set<String> groups = found(GROUPED_BY, query);
        assertThat(groups).as(query).isSubsetOf(labels(query));
        assertThat(found(IN_LEGEND, target.path("legendFormat").asText()))
            .as("the legend of %s", query)
            .isSubsetOf(groups);
      }
    }
  }

  @Test
  void variablesAreDeclared() {
    Set<String> declared = new TreeSet<>(dashboard.path("templating").findValuesAsText("name"));
    assertThat(declared).contains("datasource");
    Set<String> used = found(VARIABLE, dashboard.path("panels").toString());
    // Grafana sets this one.
    used.remove("__rate_interval");
    assertThat(used).isEqualTo(declared);
    assertThat(dashboard.findValues("datasource"))
        .isNotEmpty()
        .allSatisfy(
            source -> {
              assertThat(source.path("type").asText()).isEqualTo("prometheus");
              assertThat(source.path("uid").asText()).isEqualTo("${datasource}");
            });
  }

  /** Otherwise Grafana would show the last number in green while samples fail. */
  @Test
  void sampledPanelsShowNanAsUnknown() {
    Set<String> sampled =
        Arrays.stream(BlogMetric.values())
            .filter(metric -> metric.description().endsWith("; sampled"))
            .flatMap(OperatingPageTest::series)
            .collect(Collectors.toSet());
    int checked = 0;
    for (JsonNode panel : dashboard.path("panels")) {
      if (panel.path("type").asText().equals("stat")
          && OperatingPageTest.metrics(panel.path("targets").toString())
              .anyMatch(sampled::contains)) {
        checked++;
        String title = panel.path("title").asText();
        assertThat(panel.at("/options/reduceOptions/calcs/0").asText()).as(title).isEqualTo("last");
        JsonNode mapping = panel.at("/fieldConfig/defaults/mappings/0");
        assertThat(mapping.path("type").asText()).as(title).isEqualTo("special");
        assertThat(mapping.at("/options/match").asText()).as(title).isEqualTo("null+nan");
      }
    }
    assertThat(checked).isEqualTo(2);
  }

  /** Rules of Grafana's published types that a hand-written dashboard may violate. */
  @Test
  void panelsHaveKnownTypesAndDoNotOverlap() {
    Set<Integer> ids = new HashSet<>();
    List<String> cells = new ArrayList<>();
    for (JsonNode panel : dashboard.path("panels")) {
      String title = panel.path("title").asText();
      assertThat(title).isNotBlank();
      assertThat(panel.path("type").asText()).as(title).isIn("row", "stat", "timeseries");
      assertThat(ids.add(panel.path("id").intValue())).as("the id of %s", title).isTrue();
      JsonNode place = panel.path("gridPos");
      int right = place.path("x").intValue() + place.path("w").intValue();
      assertThat(right).as(title).isBetween(1, WIDTH);
      for (int x = place.path("x").intValue(); x < right; x++) {
        for (int y = 0; y < place.path("h").intValue(); y++) {
          cells.add(x + "," + (place.path("y").intValue() + y));
        }
      }
      if (panel.path("type").asText().equals("timeseries")) {
        assertThat(panel.at("/options/legend/showLegend").isBoolean()).as(title).isTrue();
      }
      if (!panel.path("type").asText().equals("row")) {
        assertThat(panel.path("description").asText()).as(title).isNotBlank();
        assertThat(panel.at("/fieldConfig/defaults/unit").asText()).as(title).isNotBlank();
        assertThat(panel.path("targets").findValuesAsText("refId"))
            .as(title)
            .isNotEmpty()
            .doesNotHaveDuplicates();
      }
    }
    assertThat(cells).as("places of panels").doesNotHaveDuplicates();
  }
}
