package dev.cosmosblog.benchmarks.chaos;

/** I10: each bad item was set aside, and nothing else was. */
final class SetAsideCheck implements Check {
  @Override
  public void on(Evidence evidence, Findings findings) {
    for (String id : evidence.planted()) {
      if (!evidence.setAside().contains(id)) {
        findings.add("I10", Harm.NOT_SET_ASIDE, id, "is a bad item, and was not set aside");
      }
    }
    for (String id : evidence.setAside()) {
      if (!evidence.planted().contains(id)) {
        findings.add("I10", Harm.NOT_SET_ASIDE, id, "was set aside, and is not a bad item");
      }
    }
  }
}
