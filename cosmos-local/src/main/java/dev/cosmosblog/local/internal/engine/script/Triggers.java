package dev.cosmosblog.local.internal.engine.script;

import java.util.List;
import java.util.Map;

/**
 * The triggers that a write asks for.
 *
 * @param before the ids of those that run before it
 * @param after the ids of those that run after it
 * @param headers the request's headers that they may see
 */
public record Triggers(List<String> before, List<String> after, Map<String, String> headers) {
  /**
   * Copies the lists.
   *
   * @param before the ids of those that run before it
   * @param after the ids of those that run after it
   * @param headers the request's headers that they may see
   */
  public Triggers {
    before = List.copyOf(before);
    after = List.copyOf(after);
    headers = Map.copyOf(headers);
  }
}
