package dev.cosmoslocal.internal.script;

import dev.cosmoslocal.internal.script.GuardedBuiltIns.Guard;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.mozilla.javascript.BaseFunction;
import org.mozilla.javascript.EcmaError;
import org.mozilla.javascript.JSFunction;
import org.mozilla.javascript.Scriptable;
import org.mozilla.javascript.ScriptableObject;
import org.mozilla.javascript.SymbolKey;

/**
 * Puts every function of Rhino that scripts can reach behind a guard. Rhino checks the budget only
 * in programs, but calls functions of scripts, such as the {@code next} of an iterator, from loops
 * in Java.
 */
final class GuardedObjects {
  private static final List<SymbolKey> SYMBOLS =
      List.of(
          SymbolKey.ITERATOR,
          SymbolKey.MATCH,
          SymbolKey.MATCH_ALL,
          SymbolKey.REPLACE,
          SymbolKey.SEARCH,
          SymbolKey.SPLIT);

  private final GuardedBuiltIns guards;
  private final Map<Object, Guard> special;

  /** Functions that return no object and call no other function, and objects with only such. */
  private final Set<Object> exempt;

  private final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
  private final Map<Object, GuardedFunction> guarded = new IdentityHashMap<>();

  GuardedObjects(GuardedBuiltIns guards, Map<Object, Guard> special, Set<Object> exempt) {
    this.guards = guards;
    this.special = special;
    this.exempt = exempt;
  }

  /** Replaces the functions of an object and of the objects that its properties refer to. */
  void guard(ScriptableObject owner) {
    if (exempt.contains(owner) || !seen.add(owner)) {
      return;
    }
    for (Object id : owner.getAllIds()) {
      if (id instanceof String name && value(owner, name) instanceof ScriptableObject value) {
        boolean prototype = name.equals("prototype");
        if (prototype || !(value instanceof BaseFunction function) || isConstructor(function)) {
          guard(value);
        }
        if (!prototype && isRhinos(value)) {
          owner.defineProperty(name, guarded((BaseFunction) value), owner.getAttributes(name));
        }
      }
    }
    for (SymbolKey symbol : SYMBOLS) {
      if (owner.get(symbol, owner) instanceof BaseFunction value && isRhinos(value)) {
        // defineProperty of Rhino 1.9 loses such a property.
        owner.put(symbol, owner, guarded(value));
      }
    }
  }

  private static @Nullable Object value(ScriptableObject owner, String name) {
    try {
      return owner.get(name, owner);
    } catch (EcmaError getter) {
      // Such as that of Map.prototype.size, which is for maps only.
      return null;
    }
  }

  private boolean isRhinos(Object value) {
    return value instanceof BaseFunction
        && !(value instanceof JSFunction)
        && !(value instanceof GuardedFunction)
        && !exempt.contains(value);
  }

  static boolean isConstructor(BaseFunction function) {
    return function.getPrototypeProperty() instanceof Scriptable;
  }

  private GuardedFunction guarded(BaseFunction plain) {
    GuardedFunction known = guarded.get(plain);
    if (known != null) {
      return known;
    }
    Guard guard = special.getOrDefault(plain, GuardedBuiltIns.NONE);
    GuardedFunction made = new GuardedFunction(guards, plain, guard);
    guarded.put(plain, made);
    if (isConstructor(plain)) {
      for (Object id : plain.getAllIds()) {
        if (id instanceof String name && !made.has(name, made)) {
          define(made, name, plain);
        }
      }
    }
    return made;
  }

  private void define(GuardedFunction made, String name, BaseFunction plain) {
    if (plain.get(name, plain) instanceof BaseFunction value && isRhinos(value)) {
      made.defineProperty(name, guarded(value), plain.getAttributes(name));
    } else {
      // Properties of RegExp are those of the last match.
      made.defineProperty(name, () -> plain.get(name, plain), null, ScriptableObject.DONTENUM);
    }
  }
}
