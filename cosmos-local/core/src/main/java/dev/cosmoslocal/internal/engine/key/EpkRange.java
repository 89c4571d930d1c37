package dev.cosmoslocal.internal.engine.key;

import dev.cosmoslocal.internal.engine.resource.EngineException;

/**
 * A range of effective partition keys.
 *
 * @param min the lower bound, inclusive
 * @param max the upper bound, exclusive
 */
public record EpkRange(String min, String max) {
  public EpkRange {
    if (!isKey(min) || !isKey(max)) {
      throw EngineException.badRequest(
          "An effective partition key is written in upper-case hexadecimal.");
    }
  }

  private static boolean isKey(String text) {
    return text.chars().allMatch(c -> c >= '0' && c <= '9' || c >= 'A' && c <= 'F');
  }

  public boolean contains(String epk) {
    return epk.compareTo(min) >= 0 && epk.compareTo(max) < 0;
  }

  public boolean overlaps(EpkRange other) {
    return min.compareTo(other.max) < 0 && other.min.compareTo(max) < 0;
  }

  public boolean covers(EpkRange other) {
    return min.compareTo(other.min) <= 0 && max.compareTo(other.max) >= 0;
  }
}
