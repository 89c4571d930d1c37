package dev.cosmoslocal.internal.query.compile;

import dev.cosmoslocal.internal.query.parse.QueryException;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** The aliases that an expression can use, each with its slot in the frame. */
final class AliasScope {

  private final @Nullable AliasScope outer;
  private final int[] slots;
  private final Map<String, Integer> aliases = new HashMap<>();

  private AliasScope(@Nullable AliasScope outer, int[] slots) {
    this.outer = outer;
    this.slots = slots;
  }

  /** The scope of a whole query. Slot 0 holds the item. */
  static AliasScope root() {
    return new AliasScope(null, new int[] {1});
  }

  AliasScope nested() {
    return new AliasScope(this, slots);
  }

  /** Binds an alias to a new slot. An empty alias gets a slot, but no name. */
  int bind(String alias) {
    int slot = newSlot();
    if (!alias.isEmpty() && aliases.put(alias, slot) != null) {
      throw QueryException.badRequest("The alias '" + alias + "' is bound twice.");
    }
    return slot;
  }

  int newSlot() {
    return slots[0]++;
  }

  /** The number of slots that the query's scopes use together. */
  int size() {
    return slots[0];
  }

  OptionalInt find(String alias) {
    Integer slot = aliases.get(alias);
    if (slot != null) {
      return OptionalInt.of(slot);
    }
    return outer == null ? OptionalInt.empty() : outer.find(alias);
  }

  /** The slot of the only alias in this scope, for {@code SELECT *}; empty if there are several. */
  OptionalInt only() {
    return aliases.size() == 1
        ? OptionalInt.of(aliases.values().iterator().next())
        : OptionalInt.empty();
  }
}
