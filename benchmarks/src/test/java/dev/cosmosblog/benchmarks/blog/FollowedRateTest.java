package dev.cosmosblog.benchmarks.blog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cosmosblog.benchmarks.blog.FollowedRate.Found;
import dev.cosmosblog.benchmarks.blog.LoadedBlog.Load;
import dev.cosmosblog.benchmarks.blog.LoadedBlog.Setting;
import dev.cosmosblog.benchmarks.blog.RequestUnitCauses.Cause;
import dev.cosmosblog.benchmarks.blog.RequestUnitCauses.Charges;
import dev.cosmosblog.benchmarks.blog.RequestUnitCauses.Sum;
import dev.cosmosblog.benchmarks.ladder.rung.Rung;
import dev.cosmosblog.benchmarks.ladder.rung.RungKind;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FollowedRateTest {
  @ParameterizedTest
  @CsvSource({"10", "80", "100", "1000"})
  void aSearchFindsTheHighestRateThatIsFollowedFromWhereverItBegins(double first) {
    Found found =
        FollowedRate.search(
            first, rate -> measured(rate, rate <= 100), rate -> measured(rate, rate <= 95));

    assertThat(found.best().asked()).isBetween(80.0, 95.0);
    assertThat(found.best().bounded()).isTrue();
    assertThat(found.half().asked()).isEqualTo(found.best().asked() / 2);
    assertThat(found.limit()).isEqualTo("the processor");
  }

  @Test
  void aRateAtWhichACommandFailsIsNotFollowedAndTheSearchSaysWhyItFailed() {
    Found found =
        FollowedRate.search(
            100,
            rate -> rate <= 50 ? measured(rate, true) : failing(rate),
            rate -> measured(rate, true));

    assertThat(found.best().asked()).isLessThanOrEqualTo(50);
    assertThat(found.limit()).isEqualTo("failing commands: ThrottledException: too many requests");
  }

  private static MeasuredRate failing(double rate) {
    return measured(Load.LIKES, Follower.LIBRARY, 1, 4, rate, true, 1);
  }

  static MeasuredRate measured(double rate, boolean followed) {
    return measured(Load.LIKES, Follower.LIBRARY, 1, 4, rate, followed, 0);
  }

  static MeasuredRate measured(
      Load load,
      String follower,
      int partitions,
      int distanceMs,
      double rate,
      boolean followed,
      int failed) {
    double processors = followed ? 0.5 : 0.95;
    return new MeasuredRate(
        new MeasuredRate.Conditions(load, follower, partitions, true, 1, distanceMs),
        new MeasuredRate.Pace(10, rate, rate, rate, rate),
        new MeasuredRate.Failures(
            failed, failed == 0 ? "" : "ThrottledException: too many requests", 0),
        new MeasuredRate.Lag(500, 900, 950, followed ? 1_000 : 9_000, 0),
        new MeasuredRate.Processors(processors, processors),
        new Charges(Map.of(Cause.WRITE, 7.5), Map.of(), 0));
  }

  @Test
  void theFunctionsOfTheThirdVersionFollowAShortWindow() throws InterruptedException {
    try (LoadedBlog blog =
            new LoadedBlog(new Setting(RungKind.V3, 1, 0, 20, 120, 80, false, false, false));
        Follower functions =
            Follower.functions(blog.rung(), Duration.ofMillis(100), Assertions::fail)) {
      MeasuredRate measured = new FollowedRate(blog, Load.MIX, functions, 0, 1.5).at(40);

      assertThat(measured.made()).isPositive();
      assertThat(measured.failures().count()).isZero();
      assertThat(measured.failures().left()).isZero();
      assertThat(measured.requestUnits().of(Cause.COPY)).isPositive();
    }
  }

  @Test
  void anArchiveCostsANewPostAtMostEightAndALikeNothing() throws InterruptedException {
    Setting setting = new Setting(RungKind.LIBRARY, 1, 0, 20, 120, 80, false, true, false);
    try (LoadedBlog blog = new LoadedBlog(setting);
        Follower library = Follower.library(blog, 1, builder -> builder)) {
      Charges posts = new FollowedRate(blog, Load.POSTS, library, 1, 2).at(20).requestUnits();
      Charges likes = new FollowedRate(blog, Load.LIKES, library, 0, 2).at(20).requestUnits();

      assertThat(posts.byKind()).containsKey("follower listings CREATE_ITEM");
      Sum entries = posts.byKind().get("follower listings CREATE_ITEM");
      assertThat(entries.charge() / entries.requests()).as("RU of an entry").isBetween(5.0, 6.0);
      assertThat(posts.of(Cause.LISTINGS)).as("RU of all its requests").isPositive();
      assertThat(likes.of(Cause.LISTINGS)).as("RU for a like").isZero();
      assertThat(likes.of(Cause.COPY)).as("RU of the copy for a like").isPositive();
    }
  }

  @Test
  void functionsThatFailAreReportedAndContinue() throws Exception {
    BlockingQueue<String> reports = new LinkedBlockingQueue<>();
    AtomicInteger looks = new AtomicInteger();
    Rung failing =
        (Rung)
            Proxy.newProxyInstance(
                Rung.class.getClassLoader(),
                new Class<?>[] {Rung.class},
                (proxy, method, arguments) -> {
                  if (looks.incrementAndGet() > 1) {
                    throw new IllegalStateException("look " + looks);
                  }
                  return null;
                });
    try (Follower functions = Follower.functions(failing, Duration.ofMillis(1), reports::add)) {
      assertThat(functions.hosts()).isEqualTo(1);
      assertThat(reports.poll(10, TimeUnit.SECONDS)).contains("V3's functions failed", "look 2");
      assertThat(reports.poll(10, TimeUnit.SECONDS)).contains("look 3");
    }
  }
}
