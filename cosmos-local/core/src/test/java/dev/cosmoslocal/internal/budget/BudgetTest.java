package dev.cosmoslocal.internal.budget;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated("It takes all the memory of requests.")
class BudgetTest {
  private static final BudgetLimits SHORT =
      new BudgetLimits(Duration.ofMillis(20), Long.MAX_VALUE, Long.MAX_VALUE);
  private static final long ALL = Runtime.getRuntime().maxMemory() / 3;
  private static final long MOST = ALL - (1 << 20);

  private static void assertRefused(int status, Runnable work) {
    assertThatThrownBy(work::run)
        .isInstanceOfSatisfying(
            BudgetExceededException.class,
            refusal -> assertThat(refusal.status()).isEqualTo(status));
  }

  private static Boolean work() {
    long until = System.nanoTime() + 8_000_000;
    while (System.nanoTime() < until) {
      Thread.onSpinWait();
    }
    Budget.current().check();
    return true;
  }

  @Test
  void thePartsOfARequestShareOneTimeLimit() {
    Budget.runRequest(
        () ->
            assertRefused(
                408,
                () -> {
                  for (int i = 0; i < 10; i++) {
                    Budget.run(SHORT, BudgetTest::work);
                  }
                }));
    Budget.runRequest(() -> assertThat(Budget.run(SHORT, () -> 1)).isEqualTo(1));
  }

  @Test
  void memoryOfAPartCountsUntilTheRequestEnds() {
    Budget.runRequest(
        () -> {
          Budget.run(BudgetLimits.DEFAULT, () -> allocated(BudgetLimits.DEFAULT.bytes() / 2));
          assertThat(Budget.current().allocated()).isEqualTo(BudgetLimits.DEFAULT.bytes() / 2);
          Runnable other = () -> assertRefused(429, () -> allocated(MOST));
          CompletableFuture.runAsync(() -> Budget.runRequest(other)).join();
        });
    Budget.runRequest(() -> assertThat(allocated(MOST)).isTrue());
  }

  @Test
  void aFailedPartReleasesItsMemory() {
    Budget.runRequest(
        () -> {
          assertRefused(413, () -> Budget.run(BudgetLimits.DEFAULT, () -> allocated(MOST)));
          assertThat(Budget.current().allocated()).isZero();
          assertThat(allocated(MOST)).isTrue();
        });
  }

  @Test
  void aRequestBeyondTheTotalMemoryIsTooLarge() {
    Budget.runRequest(() -> assertRefused(413, () -> allocated(ALL + (1 << 20))));
  }

  @Test
  void releasedMemoryIsAvailableToOthers() {
    Budget.runRequest(
        () -> {
          long before = Budget.current().allocated();
          allocated(MOST);
          Budget.current().release(before);
          Budget.run(
              new BudgetLimits(Duration.ofMinutes(1), 1, Long.MAX_VALUE),
              () -> assertThat(allocated(MOST - (16 << 20))).isTrue());
        });
  }

  @Test
  void uncountedWorkIsNotLimited() {
    Budget.runRequest(
        () -> {
          assertThat(Budget.<Boolean>runUncounted(() -> allocated(2 * ALL))).isTrue();
          assertThat(Budget.current().allocated()).isZero();
        });
  }

  private static Boolean allocated(long bytes) {
    Budget.current().allocate(bytes);
    return true;
  }
}
