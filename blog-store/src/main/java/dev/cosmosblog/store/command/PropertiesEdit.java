package dev.cosmosblog.store.command;

import dev.cosmosblog.model.CustomProperties;
import dev.cosmosblog.model.InvalidPropertyException;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A change of custom properties: a replacement of all of them, or single properties to set and
 * remove.
 *
 * @param replacement the properties that replace all others, or null to change some
 * @param set the properties to set; empty in a replacement
 * @param removed the names of the properties to remove; empty in a replacement
 */
public record PropertiesEdit(
    @Nullable CustomProperties replacement, CustomProperties set, Set<String> removed) {
  public PropertiesEdit {
    Objects.requireNonNull(set, "set");
    removed = Set.copyOf(Objects.requireNonNull(removed, "removed"));
    if (replacement != null && !(set.isEmpty() && removed.isEmpty())) {
      throw new IllegalArgumentException("A replacement of all properties names no single ones.");
    }
  }

  static PropertiesEdit of(CustomProperties replacement) {
    return new PropertiesEdit(replacement, CustomProperties.NONE, Set.of());
  }

  static PropertiesEdit setting(@Nullable PropertiesEdit before, String name, Object value) {
    if (before != null && before.replacement != null) {
      return of(before.replacement.with(name, value));
    }
    CustomProperties set = before == null ? CustomProperties.NONE : before.set;
    Set<String> removed = new HashSet<>(before == null ? Set.of() : before.removed);
    removed.remove(name);
    return new PropertiesEdit(null, set.with(name, value), removed);
  }

  static PropertiesEdit removing(@Nullable PropertiesEdit before, String name) {
    Objects.requireNonNull(name, "name");
    if (before != null && before.replacement != null) {
      return of(before.replacement.without(name));
    }
    CustomProperties set = before == null ? CustomProperties.NONE : before.set;
    Set<String> removed = new HashSet<>(before == null ? Set.of() : before.removed);
    removed.add(name);
    return new PropertiesEdit(null, set.without(name), removed);
  }

  /** Checks the size of the properties in the edit, if there are any. */
  static void checkSize(@Nullable PropertiesEdit edit, String owner, int bound) {
    if (edit != null) {
      (edit.replacement == null ? edit.set : edit.replacement).check(owner, bound);
    }
  }

  /**
   * {@return the properties after this edit}
   *
   * @param stored the properties before it
   * @throws InvalidPropertyException if there would be too many properties
   */
  public CustomProperties appliedTo(CustomProperties stored) {
    Objects.requireNonNull(stored, "stored");
    if (replacement != null) {
      return replacement;
    }
    CustomProperties kept = stored;
    for (String name : removed) {
      kept = kept.without(name);
    }
    return kept.withAll(set);
  }

  /** {@return whether the edit wouldn't change these properties} */
  public boolean isIn(CustomProperties stored) {
    Objects.requireNonNull(stored, "stored");
    return replacement != null
        ? replacement.equals(stored)
        : stored.only(set.asMap().keySet()).equals(set) && stored.only(removed).isEmpty();
  }
}
