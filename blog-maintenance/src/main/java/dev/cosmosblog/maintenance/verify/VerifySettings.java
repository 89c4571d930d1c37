package dev.cosmosblog.maintenance.verify;

import dev.cosmosblog.maintenance.scan.RequestUnitBudget;
import dev.cosmosblog.maintenance.scan.Time;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What a verifier was built with. */
record VerifySettings(
    double requestUnitsPerSecond,
    Duration settleTime,
    int pageSize,
    boolean removeOrphans,
    Set<FindingKind> kinds,
    List<VerifyListener> listeners,
    Optional<RequestUnitBudget> sharedBudget,
    Time time) {
  VerifySettings {
    kinds = Set.copyOf(kinds);
  }

  /** The one that a run shares with others, or one of its own. */
  RequestUnitBudget budget() {
    return sharedBudget.orElseGet(() -> new RequestUnitBudget(requestUnitsPerSecond, time));
  }

  /** The parts of a run that may find what it looks for. */
  List<VerifySection> sections() {
    return Arrays.stream(VerifySection.values()).filter(part -> part.mayFind(kinds)).toList();
  }
}
