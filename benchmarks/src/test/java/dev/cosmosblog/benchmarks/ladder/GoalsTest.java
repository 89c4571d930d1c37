package dev.cosmosblog.benchmarks.ladder;

import dev.cosmosblog.benchmarks.ladder.Cells.Cell;
import dev.cosmosblog.benchmarks.ladder.rung.RungKind;
import dev.cosmosblog.examples.console.Run.Capture;
import java.io.IOException;
import java.util.List;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;

/**
 * This library, with the averages that the model of request units was fitted at, over 70 physical
 * partitions and with each author looked up, costs no more than it is to.
 */
class GoalsTest {
  private static final int PARTITIONS = 70;

  /** The number of likes of the post that Q5 asks for. */
  private static final int USERS = 50;

  @Test
  void everyRequestCostsAtMostItsGoal() throws IOException, InterruptedException {
    LadderRun.Findings findings =
        new LadderRun(
                new LadderBlog(BlogPlan.averages(USERS), 1),
                PARTITIONS,
                new Cells.Rounds(0, 2),
                new Capture().screen(false))
            .measure(List.of(RungKind.OURS));
    SoftAssertions soft = new SoftAssertions();
    for (Goal goal : Goal.ALL) {
      soft.assertThat(findings.cells().cell(goal.request(), RungKind.OURS.label()).orElseThrow())
          .as("RU of %s", goal.request())
          .satisfies(cell -> soft.assertThat(cell.ru()).isLessThanOrEqualTo(goal.ru()));
    }
    soft.assertThat(findings.withoutReservation().orElseThrow().ru())
        .as("RU of C1 without reservation")
        .isLessThanOrEqualTo(Goal.WITHOUT_RESERVATION);
    soft.assertAll();
  }

  @Test
  void commandsLookTheirAuthorsUp() throws IOException, InterruptedException {
    Cells cells =
        new LadderRun(
                new LadderBlog(BlogPlan.averages(2), 1),
                1,
                new Cells.Rounds(0, 2),
                new Capture().screen(false))
            .measure(List.of(RungKind.OURS))
            .cells();
    SoftAssertions soft = new SoftAssertions();
    for (ArticleRequest command :
        List.of(ArticleRequest.C2, ArticleRequest.C3, ArticleRequest.C4)) {
      Cell cell = cells.cell(command, RungKind.OURS.label()).orElseThrow();
      soft.assertThat(cell.requests()).as("requests of %s", command).isEqualTo(2);
      soft.assertThat(cell.itemsLoaded()).as("the author, for %s", command).isEqualTo(1);
    }
    soft.assertAll();
  }
}
