package dev.cosmoslocal.internal.engine.resource;

import java.util.List;
import java.util.Map;

/** Saves the state of parts of an account. A saved state is the action that restores it. */
public final class SavedState {
  private SavedState() {}

  /**
   * Saves the entries of a map. A reader that doesn't wait for the restore finds every entry that
   * the map has before and after it.
   *
   * @param live the map
   * @return restores the entries
   */
  public static <K, V> Runnable of(Map<K, V> live) {
    Map<K, V> saved = Map.copyOf(live);
    return () -> {
      live.keySet().retainAll(saved.keySet());
      live.putAll(saved);
    };
  }

  /**
   * Joins the states of several parts.
   *
   * @param parts the states
   * @return restores each, in this order
   */
  public static Runnable of(List<Runnable> parts) {
    List<Runnable> saved = List.copyOf(parts);
    return () -> saved.forEach(Runnable::run);
  }
}
