package dev.cosmoslocal.internal.engine.partition;

import java.util.ArrayList;
import java.util.List;

/** The number of a physical partition, and those that it came from by splits, the oldest first. */
public record RangeId(int number, List<String> parents) {
  public RangeId {
    parents = List.copyOf(parents);
  }

  String text() {
    return String.valueOf(number);
  }

  RangeId child(int childNumber) {
    List<String> ancestors = new ArrayList<>(parents);
    ancestors.add(text());
    return new RangeId(childNumber, ancestors);
  }
}
