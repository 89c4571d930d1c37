package dev.cosmoslocal.deviations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cosmoslocal.deviations.Deviation.Area;
import dev.cosmoslocal.deviations.Deviation.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * The tables of {@code docs/cosmos-local.md} are generated from the registry. After a change:
 * {@code mvn -pl cosmos-local test -Dtest=DeviationsPageTest -Dupdate.docs=true}.
 */
class DeviationsPageTest {
  private static final Path PAGE = Path.of("..", "docs", "cosmos-local.md");
  private static final String BEGIN = "<!-- made from dev.cosmoslocal.deviations -->\n";

  private static String tables() {
    return Arrays.stream(Area.values()).map(DeviationsPageTest::table).collect(Collectors.joining())
        + "\n## By name\n\nEvery setting of a container, header and function that the SDK for Java"
        + " 4.81 or Microsoft's documentation\nnames. A setting that is not here is refused by its"
        + " name, unless its value is empty.\n"
        + Arrays.stream(Feature.Kind.values())
            .map(DeviationsPageTest::names)
            .collect(Collectors.joining());
  }

  private static String names(Feature.Kind kind) {
    StringBuilder text = new StringBuilder("\n### " + kind.title() + "\n\n| | |\n|---|---|\n");
    for (Feature.Support support : Feature.Support.values()) {
      String names =
          Features.all().stream()
              .filter(feature -> feature.kind() == kind && feature.support() == support)
              .map(Feature::name)
              .sorted(String.CASE_INSENSITIVE_ORDER)
              .map(name -> "`" + name + "`")
              .collect(Collectors.joining(", "));
      if (!names.isEmpty()) {
        text.append("| ").append(support.title()).append(" | ").append(names).append(" |\n");
      }
    }
    return text.toString();
  }

  private static String table(Area area) {
    String rows =
        Deviations.all().stream()
            .filter(deviation -> deviation.area() == area)
            .map(DeviationsPageTest::row)
            .collect(Collectors.joining());
    return "\n### "
        + area.title()
        + "\n\n| | the service | here | why |\n|---|---|---|---|\n"
        + rows;
  }

  private static String row(Deviation deviation) {
    return List.of(
            deviation.kind().title(), deviation.service(), deviation.here(), deviation.reason())
        .stream()
        .map(cell -> cell.replace("|", "\\|").replace("<", "&lt;"))
        .collect(Collectors.joining(" | ", "| ", " |\n"));
  }

  @Test
  void thePageMatchesTheRegistry() throws IOException {
    String page = Files.readString(PAGE);
    String head = page.substring(0, page.indexOf(BEGIN) + BEGIN.length());
    if (Boolean.getBoolean("update.docs")) {
      Files.writeString(PAGE, head + tables());
    }
    assertThat(Files.readString(PAGE))
        .as("docs/cosmos-local.md; make it anew with -Dupdate.docs=true")
        .isEqualTo(head + tables());
  }

  @Test
  void everyAreaAndKindOccursAndNoDeviationTwice() {
    List<Deviation> all = Deviations.all();
    assertThat(all).doesNotHaveDuplicates();
    assertThat(all).extracting(Deviation::area).contains(Area.values()).isSorted();
    assertThat(all).extracting(Deviation::kind).contains(Kind.values());
  }

  @Test
  void aDeviationHasAReason() {
    assertThatThrownBy(() -> new Deviation(Area.ITEMS, Kind.DIFFERENT, "this", "that", " "))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
