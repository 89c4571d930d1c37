package dev.cosmoslocal.internal.script;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.mozilla.javascript.Callable;
import org.mozilla.javascript.Context;
import org.mozilla.javascript.Function;
import org.mozilla.javascript.JavaScriptException;
import org.mozilla.javascript.LambdaFunction;
import org.mozilla.javascript.NativeArray;
import org.mozilla.javascript.ScriptRuntime;
import org.mozilla.javascript.Scriptable;
import org.mozilla.javascript.ScriptableObject;
import org.mozilla.javascript.SymbolKey;

/**
 * Guards the language's own functions, which Rhino does not watch, against texts and arrays that
 * take too much memory or time. They check the sizes of their arguments and of their result before
 * they begin. Too large a text or array is a RangeError, as in other engines.
 */
@SuppressWarnings("serial") // As in HostFunction.
record GuardedBuiltIns(
    ScriptBudget budget, Context context, ScriptableObject globals, Set<Scriptable> joining) {
  /** The function that {@link SizedExpressions} puts around expressions. */
  static final String SIZED = "__sized";

  /** Objects whose operators take any memory or time. */
  private static final List<String> REMOVED =
      List.of(
          "BigInt",
          "ArrayBuffer",
          "DataView",
          "Int8Array",
          "Uint8Array",
          "Uint8ClampedArray",
          "Int16Array",
          "Uint16Array",
          "Int32Array",
          "Uint32Array",
          "Float32Array",
          "Float64Array",
          "BigInt64Array",
          "BigUint64Array");

  private static final List<String> TEXT_FUNCTIONS =
      List.of(
          "repeat",
          "padStart",
          "padEnd",
          "concat",
          "replace",
          "replaceAll",
          "split",
          "normalize",
          "toUpperCase",
          "toLowerCase",
          "toLocaleUpperCase",
          "toLocaleLowerCase",
          "anchor",
          "link",
          "fontcolor",
          "fontsize");

  /** Functions of texts that are properties of the global object. */
  private static final List<String> ENCODINGS =
      List.of("encodeURI", "encodeURIComponent", "escape");

  /** The constructors whose objects Rhino writes as source text, which no other engine does. */
  private static final List<String> WITH_SOURCE =
      List.of(
          "Object", "Function", "Array", "String", "Number", "Boolean", "Date", "RegExp", "Error");

  private static final List<String> NOT_GUARDED =
      List.of("constructor", "length", "push", "pop", "toString", "toLocaleString");
  private static final String PROTOTYPE = "prototype";
  private static final Guard NONE = (guards, call) -> call;

  /** A call of a function. */
  record GuardedCall(Object self, Object[] arguments) {
    Object argument(int at) {
      return HostFunction.argument(arguments, at);
    }
  }

  /** Checks a call and returns it, with values in place of objects that could change. */
  interface Guard {
    GuardedCall checked(GuardedBuiltIns guards, GuardedCall call);
  }

  static GuardedBuiltIns of(ScriptBudget budget, Context context, ScriptableObject globals) {
    return new GuardedBuiltIns(
        budget, context, globals, Collections.newSetFromMap(new IdentityHashMap<>()));
  }

  void install() {
    REMOVED.forEach(globals::delete);
    WITH_SOURCE.forEach(name -> prototype(name).delete("toSource"));
    ENCODINGS.forEach(name -> guard(globals, name, ResultSizes::encode));
    ScriptableObject regex = prototype("RegExp");
    guard(regex, SymbolKey.REPLACE, ResultSizes::replaceAsPattern);
    guard(regex, SymbolKey.SPLIT, ResultSizes::splitAsPattern);
    ScriptableObject text = prototype("String");
    TEXT_FUNCTIONS.forEach(
        name -> guard(text, name, ResultSizes.OF_TEXTS.getOrDefault(name, NONE)));
    // If scripts could replace them, guards and functions could see different texts.
    for (String name : List.of("toString", "valueOf")) {
      text.setAttributes(
          name, ScriptableObject.READONLY | ScriptableObject.PERMANENT | ScriptableObject.DONTENUM);
    }
    ScriptableObject array = prototype("Array");
    Function join = (Function) array.get("join", array);
    guard(array, "toString", join, ResultSizes::joinTexts);
    guard(array, "toLocaleString", join, ResultSizes::joinLocaleTexts);
    for (Object id : array.getAllIds()) {
      if (id instanceof String name && !NOT_GUARDED.contains(name)) {
        guard(array, name, ResultSizes.OF_ARRAYS.getOrDefault(name, NONE));
      }
    }
    guard(object("Array"), "from", NONE);
    guard(object("String"), "raw", ResultSizes::raw);
    guard(prototype("Function"), "apply", NONE);
    guard(object("Reflect"), "apply", NONE);
    guard(object("Reflect"), "construct", NONE);
    guard(object("JSON"), "parse", ResultSizes.OF_TEXTS.getOrDefault("parse", NONE));
    guard(object("JSON"), "stringify", ResultSizes.OF_TEXTS.getOrDefault("stringify", NONE));
    guard(iterators(), "next", NONE);
    globals.defineProperty(
        SIZED,
        new LambdaFunction(
            globals,
            SIZED,
            1,
            (Context c, Scriptable scope, Scriptable self, Object[] arguments) -> {
              check(arguments[0]);
              return arguments[0];
            }),
        ScriptableObject.READONLY | ScriptableObject.PERMANENT | ScriptableObject.DONTENUM);
  }

  private ScriptableObject object(String name) {
    return (ScriptableObject) ScriptableObject.getProperty(globals, name);
  }

  private ScriptableObject prototype(String name) {
    return (ScriptableObject) ScriptableObject.getProperty(object(name), PROTOTYPE);
  }

  /** The prototype of array iterators, which every iteration over an array calls. */
  private ScriptableObject iterators() {
    Scriptable array = context.newArray(globals, 0);
    Function make = (Function) ScriptableObject.getProperty(array, SymbolKey.ITERATOR);
    Scriptable iterator = (Scriptable) make.call(context, globals, array, ScriptRuntime.emptyArgs);
    return (ScriptableObject) iterator.getPrototype();
  }

  private void guard(ScriptableObject owner, String name, Guard guard) {
    if (owner.get(name, owner) instanceof Function plain) {
      guard(owner, name, plain, guard);
    }
  }

  private void guard(ScriptableObject owner, String name, Function plain, Guard guard) {
    owner.defineProperty(name, guarded(name, plain, guard), ScriptableObject.DONTENUM);
  }

  private void guard(ScriptableObject owner, SymbolKey name, Guard guard) {
    if (owner.get(name, owner) instanceof Function plain) {
      String shown = "[" + name.getName() + "]";
      // defineProperty of Rhino 1.9 loses such a property.
      owner.put(name, owner, guarded(shown, plain, guard));
    }
  }

  private LambdaFunction guarded(String name, Function plain, Guard guard) {
    int arity = (int) ScriptRuntime.toNumber(ScriptableObject.getProperty(plain, "length"));
    return new LambdaFunction(
        globals,
        name,
        arity,
        (Context c, Scriptable scope, Scriptable self, Object[] arguments) -> {
          budget.checkWork(1);
          check(self);
          for (Object argument : arguments) {
            check(argument);
          }
          GuardedCall call = guard.checked(this, new GuardedCall(self, arguments));
          Scriptable object =
              call.self() instanceof Scriptable same
                  ? same
                  : ScriptRuntime.toObject(c, globals, call.self());
          return plain.call(c, scope, object, call.arguments());
        });
  }

  /** Checks a text, an array, or an object that claims to have a length. */
  private void check(Object value) {
    if (value instanceof CharSequence text) {
      checkText(text.length());
    } else if (value instanceof NativeArray array) {
      checkElements(array.getLength());
    } else if (value instanceof Scriptable object && !(value instanceof Callable)) {
      if (object.getClassName().equals("String")) {
        checkText(ScriptRuntime.toString(object).length());
      } else if (ScriptableObject.getProperty(object, "length") instanceof Number length) {
        checkElements(length.doubleValue());
      }
    }
  }

  /** Fails if a text would have more characters than a script may have in one. */
  void checkText(double length) {
    if (length > budget.mostCharacters() || length < 0) {
      throw rangeError("Invalid string length");
    }
    budget.checkWork(length);
  }

  /** Fails if an array would have more elements than a script may have in one. */
  void checkElements(double length) {
    if (length > budget.mostElements()) {
      throw rangeError("Invalid array length");
    }
    budget.checkWork(length);
  }

  private JavaScriptException rangeError(String message) {
    Function error = (Function) ScriptableObject.getProperty(globals, "RangeError");
    return new JavaScriptException(
        error.construct(context, globals, new Object[] {message}), "", 0);
  }
}
