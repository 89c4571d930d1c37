package dev.cosmosblog.local.engine;

import java.util.ArrayList;
import java.util.List;

/** A physical partition's number, and those that it came from by splits, the oldest first. */
record RangeId(int number, List<String> parents) {
  RangeId {
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
