package dev.cosmosblog.local.engine;

/**
 * A range of effective partition keys.
 *
 * @param min the least key in it
 * @param max the least key above it
 */
public record EpkRange(String min, String max) {
  boolean contains(String epk) {
    return epk.compareTo(min) >= 0 && epk.compareTo(max) < 0;
  }

  boolean overlaps(EpkRange other) {
    return min.compareTo(other.max) < 0 && other.min.compareTo(max) < 0;
  }

  boolean covers(EpkRange other) {
    return min.compareTo(other.min) <= 0 && max.compareTo(other.max) >= 0;
  }
}
