package dev.cosmosblog.benchmarks.ladder;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cosmosblog.benchmarks.ladder.FrontPageUpkeep.UpkeepRow;
import dev.cosmosblog.benchmarks.testing.Run.Capture;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class FrontPageUpkeepTest {
  private static final int PARTITIONS = 5;

  /** The time for likes, which is enough for some on a slow machine. */
  private static final int SECONDS = 1;

  @Test
  void theFeedCostsLessToKeepThanTheArticlesAtEachRateAndIsRightInTheEnd()
      throws IOException, InterruptedException {
    Capture capture = new Capture();
    List<UpkeepRow> rows =
        new FrontPageUpkeep(PARTITIONS, SECONDS, capture.screen(false))
            .measure(FrontPageUpkeep.RATES);
    FrontPageUpkeep.print(rows, capture.screen(false));

    for (int rate : FrontPageUpkeep.RATES) {
      UpkeepRow article = row(rows, "V3", rate);
      UpkeepRow ours = row(rows, "ours", rate);
      assertThat(article.likesPerSecond()).as("likes of V3 at %d/s", rate).isPositive();
      assertThat(ours.likesPerSecond()).as("likes of ours at %d/s", rate).isPositive();
      assertThat(ours.ruPerSecond() / ours.likesPerSecond())
          .as("RU of our feed for a like at %d/s, and of the article's", rate)
          .isPositive()
          .isLessThan(article.ruPerSecond() / article.likesPerSecond());
    }
    assertThat(rows).as("counts of the front page").allMatch(row -> row.stale() == 0);
  }

  private static UpkeepRow row(List<UpkeepRow> rows, String rung, int rate) {
    return rows.stream()
        .filter(row -> row.rung().equals(rung) && row.likesPerSecondAsked() == rate)
        .findFirst()
        .orElseThrow();
  }
}
