package dev.cosmosblog.maintenance.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cosmosblog.store.observe.BlogOperation;
import dev.cosmosblog.store.observe.OperationOutcome;
import dev.cosmosblog.store.observe.OperationReport;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class RequestUnitBudgetTest {
  private final AtomicLong nanos = new AtomicLong();
  private final RunTimer time =
      new RunTimer(Clock.systemUTC(), nanos::get, wait -> nanos.addAndGet(wait.toNanos()));
  private final RequestUnitBudget budget = new RequestUnitBudget(100, time);

  private void use(double requestUnits) {
    budget.onOperation(
        new OperationReport(
            BlogOperation.SCAN,
            requestUnits,
            1,
            0,
            Duration.ofMillis(1),
            OperationOutcome.DONE,
            Optional.empty(),
            List.of()));
  }

  @Test
  void theBudgetOfASecondIsAvailableAtOnce() {
    use(60);
    use(40);
    assertThat(nanos).hasValue(0);
    assertThat(budget.used()).isEqualTo(100);
  }

  @Test
  void anOverdraftIsPaidBeforeTheNextOperation() {
    use(350);
    assertThat(Duration.ofNanos(nanos.get())).isEqualTo(Duration.ofMillis(2_500));
    use(10);
    assertThat(Duration.ofNanos(nanos.get())).isEqualTo(Duration.ofMillis(2_600));
  }

  @Test
  void theBudgetIsExceededByAtMostOneOperation() {
    for (int i = 0; i < 50; i++) {
      use(7 + i % 3);
    }
    double seconds = nanos.get() / 1e9;
    assertThat(budget.used()).isLessThanOrEqualTo(100 * (1 + seconds) + 1e-3);
    assertThat(seconds).as("no longer than it takes").isLessThanOrEqualTo(3.2);
  }

  @Test
  void anInterruptedWaitLeavesTheThreadInterrupted() {
    RunTimer interrupted =
        new RunTimer(
            Clock.systemUTC(),
            nanos::get,
            wait -> {
              throw new InterruptedException();
            });
    new RequestUnitBudget(1, interrupted)
        .onOperation(
            new OperationReport(
                BlogOperation.SCAN,
                5,
                1,
                0,
                Duration.ZERO,
                OperationOutcome.DONE,
                Optional.empty(),
                List.of()));
    assertThat(Thread.interrupted()).isTrue();
  }
}
