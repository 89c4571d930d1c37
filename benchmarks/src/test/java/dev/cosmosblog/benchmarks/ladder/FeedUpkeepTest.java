package dev.cosmosblog.benchmarks.ladder;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cosmosblog.benchmarks.ladder.FeedUpkeep.UpkeepRow;
import dev.cosmosblog.benchmarks.testing.Run.Capture;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class FeedUpkeepTest {
  private static final int PARTITIONS = 5;

  /** So many likes in any case, however slow the machine. */
  private static final int SECONDS = 3;

  @Test
  void theFeedCostsLessToKeepThanTheArticlesAtEachRateAndIsRightInTheEnd()
      throws IOException, InterruptedException {
    Capture capture = new Capture();
    List<UpkeepRow> rows =
        new FeedUpkeep(PARTITIONS, SECONDS, capture.screen(false)).measure(FeedUpkeep.RATES);
    FeedUpkeep.print(rows, capture.screen(false));

    for (int rate : FeedUpkeep.RATES) {
      UpkeepRow article = row(rows, "V3", rate);
      UpkeepRow ours = row(rows, "ours", rate);
      assertThat(article.likesPerSecond()).as("likes of V3 at %d/s", rate).isPositive();
      assertThat(ours.likesPerSecond()).as("likes of ours at %d/s", rate).isPositive();
      assertThat(ours.ruPerSecond() / ours.likesPerSecond())
          .as("RU of our feed for a like at %d/s, and of the article's", rate)
          .isPositive()
          .isLessThan(article.ruPerSecond() / article.likesPerSecond());
    }
    assertThat(rows).as("counts of the feed").allMatch(row -> row.stale() == 0);
  }

  private static UpkeepRow row(List<UpkeepRow> rows, String rung, int rate) {
    return rows.stream()
        .filter(row -> row.rung().equals(rung) && row.likesPerSecondAsked() == rate)
        .findFirst()
        .orElseThrow();
  }
}
