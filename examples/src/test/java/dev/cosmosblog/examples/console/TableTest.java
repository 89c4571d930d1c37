package dev.cosmosblog.examples.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TableTest {
  @Test
  void numbersStandToTheRightAndTextToTheLeft() {
    Table table = new Table("what", "RU").row("read", "1.00").row("a write", "12.50");
    assertThat(table.lines())
        .containsExactly(
            "what        RU", //
            "-------  -----",
            "read      1.00",
            "a write  12.50");
  }

  @Test
  void longTextsAreWrappedToFitTheScreen() {
    Table table = new Table("limit of the hottest post", "use", "remedy");
    table.row("storage", "1.00", "close its comments, ".repeat(8).strip());
    assertThat(table.lines()).allMatch(line -> line.length() <= 110);
    assertThat(table.lines().subList(2, table.lines().size()))
        .containsExactly(
            "storage                    1.00  close its comments, close its comments, close its"
                + " comments, close its",
            " ".repeat(33)
                + "comments, close its comments, close its comments, close its comments, close",
            " ".repeat(33) + "its comments,");
  }

  @Test
  void columnsThatDontFitFollowInABlockThatRepeatsTheNames() {
    List<String> headings = new ArrayList<>(List.of("id", "request"));
    List<String> cells = new ArrayList<>(List.of("Q1", "read"));
    for (int rung = 1; rung <= 12; rung++) {
      headings.add("version-%02d".formatted(rung));
      cells.add("1.00");
    }
    assertThat(new Table(headings).row(cells).lines())
        .allMatch(line -> line.length() <= 110)
        .hasSize(7)
        .contains("", "id  request  version-09  version-10  version-11  version-12")
        .filteredOn(line -> line.startsWith("Q1  read     "))
        .hasSize(2);
  }

  @Test
  void aHeadingNamesItsColumn() {
    assertThatThrownBy(() -> new Table("", "RU"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("A heading of [, RU] is blank. Name the column.");
  }

  @Test
  void longLinesAreWrappedAndIndentedAndLongWordsStayWhole() {
    String word = "https://" + "x".repeat(120);
    StringWriter output = new StringWriter();
    new Screen(new PrintWriter(output), false).line("The text %s%s.", "is long, ".repeat(12), word);
    assertThat(output.toString().lines())
        .containsExactly(
            "The text " + "is long, ".repeat(11).strip(), "  is long,", "  " + word + ".");
  }

  @Test
  void aRowHasACellForEachColumn() {
    assertThatThrownBy(() -> new Table("what", "RU").row("read"))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
