package dev.cosmosblog.benchmarks.ladder;

import dev.cosmosblog.benchmarks.ladder.rung.RungKind;
import dev.cosmosblog.examples.console.Screen;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.util.List;
import java.util.Optional;
import org.assertj.core.api.SoftAssertions;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The rungs, with the averages that the model of request units was fitted at and over 70 physical
 * partitions, cost what the article says.
 */
@Tag("slow")
class ArticleCellsTest {
  private static final int PARTITIONS = 70;

  /** Enough for ten posts or more in nearly every partition, so that Q6 finds ten in each. */
  private static final int USERS = 56;

  private static final Percentage TOLERANCE = Percentage.withPercentage(6);

  @Test
  void theArticlesVersionsCostWhatTheArticleSays() throws IOException, InterruptedException {
    LadderBlog blog = new LadderBlog(BlogPlan.averages(USERS), 1);
    Cells cells =
        new LadderRun(
                blog,
                PARTITIONS,
                new Cells.Rounds(0, 2),
                new Screen(new PrintWriter(Writer.nullWriter()), false))
            .measure(List.of(RungKind.V1, RungKind.V2, RungKind.V3))
            .cells();
    ArticleTable article = ArticleTable.read();
    SoftAssertions soft = new SoftAssertions();
    int compared = 0;
    for (LadderRequest request : LadderRequest.values()) {
      for (String rung : List.of("V1", "V2", "V3")) {
        Optional<Double> expected = article.requestUnits(request, rung);
        if (expected.isPresent()) {
          compared++;
          soft.assertThat(cells.cell(request, rung).orElseThrow().ru())
              .as("RU of %s in %s", request, rung)
              .isCloseTo(expected.get(), TOLERANCE);
        }
      }
    }
    soft.assertThat(compared).isEqualTo(30);
    soft.assertAll();
  }
}
