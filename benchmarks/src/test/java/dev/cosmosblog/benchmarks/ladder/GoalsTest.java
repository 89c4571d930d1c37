package dev.cosmosblog.benchmarks.ladder;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cosmosblog.benchmarks.ladder.Cells.Cell;
import dev.cosmosblog.benchmarks.ladder.rung.RungKind;
import dev.cosmosblog.examples.console.Screen;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * This library, with the averages that the model of request units was fitted at, over 70 physical
 * partitions and with each author looked up, costs no more than it is to.
 */
@Tag("slow")
class GoalsTest {
  private static final int PARTITIONS = 70;

  /** The number of likes of the post that Q5 asks for. */
  private static final int USERS = 50;

  @Test
  void everyRequestCostsAtMostItsGoal() throws IOException, InterruptedException {
    LadderRun.Result result = measure(USERS, PARTITIONS, RungKind.LIBRARY);

    assertThat(Goal.of(result)).hasSize(11).allSatisfy(goal -> assertThat(goal).matches(Goal::met));
  }

  @Test
  void commandsReadTheirAuthors() throws IOException, InterruptedException {
    Cells cells = measure(2, 1, RungKind.LIBRARY).cells();

    for (LadderRequest command : List.of(LadderRequest.C2, LadderRequest.C3, LadderRequest.C4)) {
      Cell cell = cells.cell(command, RungKind.LIBRARY.label()).orElseThrow();
      assertThat(cell.requests()).as("requests of %s", command).isEqualTo(2);
      assertThat(cell.itemsLoaded()).as("the author, for %s", command).isEqualTo(1);
    }
  }

  /** Otherwise the comparison of times and bytes would be meaningless. */
  @Test
  void theBareSdkSendsTheSameRequests() throws IOException, InterruptedException {
    Cells cells = measure(2, 5, RungKind.LIBRARY, RungKind.BARE_SDK).cells();

    for (LadderRequest request : LadderRequest.values()) {
      Cell library = cells.cell(request, RungKind.LIBRARY.label()).orElseThrow();
      Cell sdk = cells.cell(request, RungKind.BARE_SDK.label()).orElseThrow();
      assertThat(sdk)
          .as("%s", request)
          .usingRecursiveComparison()
          .ignoringFields("ms", "bytes")
          .isEqualTo(library);
    }
  }

  private static LadderRun.Result measure(int users, int partitions, RungKind... kinds)
      throws IOException, InterruptedException {
    LadderBlog blog = new LadderBlog(BlogPlan.averages(users), 1);
    return new LadderRun(
            blog,
            partitions,
            new Cells.Rounds(0, 2),
            new Screen(new PrintWriter(Writer.nullWriter()), false))
        .measure(List.of(kinds));
  }
}
