package dev.cosmosblog.maintenance;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.Test;

class IndexWaitTest {
  @Test
  void anUpgradeWaitsUntilIndexesAreComplete() throws InterruptedException {
    Iterator<Integer> progress = List.of(0, 40, 99, 100).iterator();
    List<Duration> waits = new ArrayList<>();
    List<Integer> told = new ArrayList<>();
    BlogUpgrade.awaitIndexes(progress::next, told::add, waits::add);
    assertThat(told).containsExactly(0, 40, 99);
    assertThat(progress).isExhausted();
    assertThat(waits).hasSize(3).allMatch(wait -> wait.compareTo(Duration.ZERO) > 0);
  }
}
