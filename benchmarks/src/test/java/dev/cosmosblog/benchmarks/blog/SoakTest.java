package dev.cosmosblog.benchmarks.blog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cosmosblog.benchmarks.blog.LoadedBlog.Load;
import dev.cosmosblog.benchmarks.blog.LoadedBlog.Setting;
import dev.cosmosblog.benchmarks.blog.Soak.Usage;
import dev.cosmosblog.benchmarks.blog.Soak.Window;
import dev.cosmosblog.benchmarks.ladder.rung.RungKind;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SoakTest {
  @Test
  void aRunThatStaysTheSameHasNoProblem() {
    assertThat(Soak.problems(windows(0, 0, 0, 0))).isEmpty();
  }

  @Test
  void whatGrowsIsReported() {
    assertThat(Soak.problems(windows(4, 2, 2, 0)))
        .containsExactly(
            "The heap in MiB grew from 118.0 to 150.0.",
            "The threads grew from 58.0 to 74.0.",
            "The open files grew from 48.0 to 64.0.");
  }

  @Test
  void aCommandThatFailsIsReported() {
    assertThat(Soak.problems(windows(0, 0, 0, 1)))
        .hasSize(16)
        .first()
        .isEqualTo(
            "In the window until minute 1.0, 1 command failed, and the copies of 0 are missing."
                + " ThrottledException: too many requests");
  }

  /** Returns 16 windows, in each of which something grows. */
  private static List<Window> windows(double heap, int threads, int files, int failed) {
    MeasuredRate measured =
        FollowedRateTest.measured(Load.STEADY, Follower.LIBRARY, 5, 4, 100, true, failed);
    return IntStream.range(0, 16)
        .mapToObj(
            i ->
                new Window(
                    i + 1,
                    measured,
                    new Usage(102 + i * heap, 50 + i * threads, 40L + (long) i * files)))
        .toList();
  }

  @Test
  void theSteadyLoadIsFollowedAndWithdrawsItsLikes() throws InterruptedException {
    Setting small = new Setting(RungKind.LIBRARY, 1, 0, 20, 60, 80, false, false, false);
    try (LoadedBlog blog = new LoadedBlog(small);
        Follower follower = Follower.library(blog, 1, UnaryOperator.identity())) {
      blog.likeEachOnce();
      List<Window> windows =
          Soak.windows(new FollowedRate(blog, Load.STEADY, follower, 0, 5), 60, 1);

      MeasuredRate measured = windows.get(0).measured();
      assertThat(measured.made()).isPositive();
      assertThat(measured.failures()).isEqualTo(new MeasuredRate.Failures(0, "", 0));
      assertThat(measured.lag().p999Ms()).isPositive();
      assertThat(windows.get(0).usage().heapMiB()).isPositive();
      long likes = blog.store().recentPosts(60).stream().mapToLong(post -> post.likeCount()).sum();
      assertThat(likes).isBetween(10L, 100L);
      assertThat(Soak.differences(blog)).isEmpty();
    }
  }
}
