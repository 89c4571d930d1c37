package dev.cosmosblog.examples.quickstart;

import java.util.List;

/**
 * What {@link CopyCheck} found.
 *
 * @param compared how many copies and counts were compared
 * @param differences those that differ from their sources
 */
record CopyReport(long compared, List<String> differences) {
  CopyReport {
    differences = List.copyOf(differences);
  }

  boolean inSync() {
    return differences.isEmpty();
  }
}
