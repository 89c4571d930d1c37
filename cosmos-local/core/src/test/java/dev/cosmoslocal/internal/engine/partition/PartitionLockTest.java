package dev.cosmoslocal.internal.engine.partition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cosmoslocal.internal.budget.BudgetExceededException;
import dev.cosmoslocal.internal.budget.Cancellation;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(20)
class PartitionLockTest {
  @ParameterizedTest
  @EnumSource(
      value = LockMode.class,
      names = {"PATIENT", "LONG"})
  void aWriterStopsWaitingWhenItsClientDisconnects(LockMode mode) throws Exception {
    PartitionLock lock = new PartitionLock();
    Cancellation cancellation = new Cancellation();
    FutureTask<Void> writer =
        new FutureTask<>(
            () -> {
              assertThatThrownBy(() -> lock.take(mode))
                  .isInstanceOfSatisfying(
                      BudgetExceededException.class,
                      refusal -> assertThat(refusal.status()).isEqualTo(503));
              return null;
            });
    lock.take(LockMode.PATIENT);
    new Thread(() -> cancellation.run(writer)).start();
    cancellation.cancel();
    writer.get();
    lock.free(LockMode.PATIENT);
    // The waiting writer left no state behind.
    lock.take(LockMode.IMPATIENT);
    lock.free(LockMode.IMPATIENT);
    assertThat(writer).isDone();
  }
}
