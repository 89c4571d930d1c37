package dev.cosmosblog.benchmarks.chaos;

import java.util.Set;

/**
 * All that the checks go by.
 *
 * @param reading what is stored
 * @param log what writers were told
 * @param planted the ids of the bad items that are stored
 * @param setAside the ids of the items that hosts set aside
 * @param feedSize how many posts the feed holds
 */
record Evidence(
    Reading reading, CommandLog log, Set<String> planted, Set<String> setAside, int feedSize) {
  Evidence {
    planted = Set.copyOf(planted);
    setAside = Set.copyOf(setAside);
  }
}
