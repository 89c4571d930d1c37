package dev.cosmosblog.benchmarks.blog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cosmosblog.benchmarks.blog.CommandCosts.FrontPageCost;
import dev.cosmosblog.benchmarks.blog.LoadedBlog.Setting;
import dev.cosmosblog.benchmarks.ladder.rung.RungKind;
import dev.cosmosblog.examples.console.Screen;
import java.io.PrintWriter;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CommandCostsTest {
  @Test
  void theFrontPageOfTheLibraryCostsLessAtEachRateAndIsRightInTheEnd() throws InterruptedException {
    List<FrontPageCost> costs = new ArrayList<>();
    CommandCosts each =
        new CommandCosts(
            List.of(10, 100), 0, 2, new Screen(new PrintWriter(Writer.nullWriter()), false));
    for (RungKind kind : List.of(RungKind.V3, RungKind.LIBRARY)) {
      each.measureFrontPage(new Setting(kind, 2, 0, 30, 120, 80, false, false, false), costs);
    }

    assertThat(costs).hasSize(4).allSatisfy(cost -> assertThat(cost.stale()).isZero());
    for (int i = 0; i < 2; i++) {
      assertThat(costs.get(2 + i).ru() / costs.get(2 + i).made())
          .as("RU of the library's front page for a like at %s/s", costs.get(i).asked())
          .isPositive()
          .isLessThan(costs.get(i).ru() / costs.get(i).made());
    }
  }
}
