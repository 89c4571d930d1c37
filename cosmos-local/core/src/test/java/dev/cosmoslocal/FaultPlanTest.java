package dev.cosmoslocal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cosmoslocal.internal.engine.account.Account;
import dev.cosmoslocal.internal.http.InjectedFault;
import dev.cosmoslocal.request.RequestKind;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import org.junit.jupiter.api.Test;

class FaultPlanTest {
  private static final Fault FAULT = Fault.status(449);

  private final FaultInjector faults = new FaultInjector(new Account(Clock.systemUTC(), 1));

  @Test
  void aRuleCountsOnlyItsKindsAndContainer() {
    set(FaultRule.on(RequestKind.READ_ITEM, RequestKind.PATCH_ITEM).container("c").nth(2));
    assertThat(befallen(RequestKind.READ_ITEM, "other")).isFalse();
    assertThat(befallen(RequestKind.QUERY, "c")).isFalse();
    assertThat(befallen(RequestKind.READ_ITEM, "c")).isFalse();
    assertThat(befallen(RequestKind.PATCH_ITEM, "c")).isTrue();
    assertThat(befallen(RequestKind.READ_ITEM, "c")).isFalse();
  }

  @Test
  void aRuleSelectsRequestsByNumber() {
    assertThat(numbers(FaultRule.onAny(), 3)).containsExactly(1, 2, 3);
    assertThat(numbers(FaultRule.onAny().nth(3), 9)).containsExactly(3);
    assertThat(numbers(FaultRule.onAny().first(2), 9)).containsExactly(1, 2);
    assertThat(numbers(FaultRule.onAny().from(8), 9)).containsExactly(8, 9);
    assertThat(numbers(FaultRule.onAny().every(4), 9)).containsExactly(4, 8);
    assertThat(numbers(FaultRule.onAny().every(2).from(5), 9)).containsExactly(6, 8);
  }

  @Property(tries = 50, seed = "1")
  void theSameSeedGivesTheSamePlan(
      @ForAll long seed, @ForAll @DoubleRange(min = 0, max = 1) double probability) {
    FaultPlan plan =
        FaultPlan.builder()
            .seed(seed)
            .rule(FaultRule.onAny().probability(probability).then(FAULT))
            .rule(FaultRule.onAny().probability(probability).then(Fault.cutAfter()))
            .build();
    assertThat(trace(plan)).isEqualTo(trace(plan));
  }

  @Property(tries = 20, seed = "1")
  void rulesApplyIndependentlyWithTheirProbabilities(@ForAll long seed) {
    FaultPlan plan =
        FaultPlan.builder()
            .seed(seed)
            .rule(FaultRule.onAny().probability(0.5).then(FAULT))
            .rule(FaultRule.onAny().probability(0.5).then(Fault.cutAfter()))
            .build();
    List<List<InjectedFault>> trace = trace(plan);
    assertThat(trace).filteredOn(i -> i.size() == 2).hasSizeBetween(15, 90);
    assertThat(trace).filteredOn(List::isEmpty).hasSizeBetween(15, 90);
  }

  @Test
  void countsStayReadableAfterThePlanWasCleared() {
    faults.set(
        FaultPlan.builder()
            .rule(FaultRule.onAny().first(2).then(FAULT))
            .rule(FaultRule.onAny().nth(1).then(Fault.delay(Duration.ofMillis(1))))
            .build());
    for (int i = 0; i < 5; i++) {
      befallen(RequestKind.QUERY, "");
    }
    faults.clear();
    assertThat(befallen(RequestKind.QUERY, "")).isFalse();
    FaultCounts counts = faults.counts();
    assertThat(counts.byRule()).containsExactly(2L, 1L);
    assertThat(counts.of(FaultKind.STATUS)).isEqualTo(2);
    assertThat(counts.of(FaultKind.CUT_AFTER)).isZero();
    assertThat(counts.total()).isEqualTo(3);
  }

  @Test
  void invalidRulesAreRefused() {
    assertThatThrownBy(() -> Fault.status(200)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Fault.delay(Duration.ofMillis(-1)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Fault.redelivery(0)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> FaultRule.onAny().nth(0)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> FaultRule.onAny().probability(1.1))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> FaultRule.onAny().then(Fault.redelivery(1)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private List<List<InjectedFault>> trace(FaultPlan plan) {
    faults.set(plan);
    List<List<InjectedFault>> trace = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      trace.add(faults.on(RequestKind.CREATE_ITEM, () -> "c"));
    }
    return trace;
  }

  private List<Integer> numbers(FaultRule.Matching rule, int calls) {
    set(rule);
    List<Integer> numbers = new ArrayList<>();
    for (int i = 1; i <= calls; i++) {
      if (befallen(RequestKind.CREATE_ITEM, "c")) {
        numbers.add(i);
      }
    }
    return numbers;
  }

  private void set(FaultRule.Matching rule) {
    faults.set(FaultPlan.builder().rule(rule.then(FAULT)).build());
  }

  private boolean befallen(RequestKind kind, String container) {
    return !faults.on(kind, () -> container).isEmpty();
  }
}
