package dev.cosmosblog.examples.ldbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cosmosblog.examples.ldbc.Addition.AddComment;
import dev.cosmosblog.examples.ldbc.ReplyChains.Parent;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class ReplyChainsTest {
  /**
   * Comment i replies to an earlier one or, one in five times, to a post; the order is shuffled.
   */
  @Property(tries = 100, seed = "1")
  void everyReplyLeadsToThePostWhereItBegan(
      @ForAll @IntRange(min = 1, max = 200) int comments, @ForAll Random random) {
    List<AddComment> rows = new ArrayList<>();
    List<Long> roots = new ArrayList<>();
    for (int id = 0; id < comments; id++) {
      boolean toPost = id == 0 || random.nextInt(5) == 0;
      long parent = toPost ? 1_000 + random.nextInt(10) : random.nextInt(id);
      roots.add(toPost ? Long.valueOf(parent) : roots.get((int) parent));
      rows.add(comment(id, new Parent(toPost, parent)));
    }
    Collections.shuffle(rows, random);
    ReplyChains chains = new ReplyChains();
    rows.forEach(chains::add);
    assertThat(rows)
        .allSatisfy(
            row -> assertThat(chains.postOf(row.parent())).isEqualTo(roots.get((int) row.id())));
  }

  private static AddComment comment(long id, Parent parent) {
    return new AddComment(
        new Row(Path.of("x.csv"), id, List.of()), id, 1, parent, "", Instant.EPOCH);
  }
}
