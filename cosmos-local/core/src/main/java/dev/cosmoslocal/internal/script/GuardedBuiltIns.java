package dev.cosmoslocal.internal.script;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.mozilla.javascript.Context;
import org.mozilla.javascript.Function;
import org.mozilla.javascript.JavaScriptException;
import org.mozilla.javascript.LambdaFunction;
import org.mozilla.javascript.NativeArray;
import org.mozilla.javascript.Script;
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
record GuardedBuiltIns(ScriptBudget budget, Context context, ScriptableObject globals) {
  /** The function that {@link SizedExpressions} puts around expressions. */
  static final String SIZED = "__sized";

  /** The program that {@link #runArrays} runs. */
  static final String ARRAYS = "built-ins.js";

  /** Objects whose operators, traps or loops take any memory or time. */
  private static final List<String> REMOVED =
      List.of(
          "Proxy",
          "Reflect",
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

  /** Functions of texts that take as long for long ones as for short ones. */
  private static final List<String> CONSTANT_TIME =
      List.of(
          "constructor", "length", "toString", "valueOf", "charAt", "charCodeAt", "codePointAt");

  /** The functions of constructors. Rhino adds others, such as Array.forEach. */
  private static final Map<String, List<String>> STATIC =
      Map.of(
          "Array", List.of("length", "name", "prototype", "isArray", "of"),
          "String", List.of("length", "name", "prototype", "fromCharCode", "fromCodePoint", "raw"));

  /** The functions of arrays that Rhino runs itself, on arrays. */
  private static final List<String> OF_ARRAYS =
      List.of("reverse", "shift", "unshift", "splice", "sort");

  /** Its functions that also run on other objects, in constant time or on a copy. */
  private static final List<String> OF_ENDS =
      List.of("constructor", "length", "slice", "push", "pop", "at", "keys", "values", "entries");

  /** Functions of texts that are properties of the global object. */
  private static final List<String> ENCODINGS =
      List.of("encodeURI", "encodeURIComponent", "escape");

  /** The constructors whose objects Rhino writes as source text, which no other engine does. */
  private static final List<String> WITH_SOURCE =
      List.of(
          "Object", "Function", "Array", "String", "Number", "Boolean", "Date", "RegExp", "Error");

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
    return new GuardedBuiltIns(budget, context, globals);
  }

  void install() {
    REMOVED.forEach(globals::delete);
    WITH_SOURCE.forEach(name -> prototype(name).delete("toSource"));
    ENCODINGS.forEach(name -> guard(globals, name, ResultSizes::encode));
    ScriptableObject regex = prototype("RegExp");
    guard(regex, SymbolKey.REPLACE, ResultSizes::replaceAsPattern);
    guard(regex, SymbolKey.SPLIT, ResultSizes::splitAsPattern);
    ScriptableObject text = prototype("String");
    names(text)
        .filter(name -> !CONSTANT_TIME.contains(name))
        .forEach(name -> guard(text, name, ResultSizes.OF_TEXTS.getOrDefault(name, NONE)));
    // If scripts could replace them, guards and functions could see different texts.
    for (String name : List.of("toString", "valueOf")) {
      text.setAttributes(
          name, ScriptableObject.READONLY | ScriptableObject.PERMANENT | ScriptableObject.DONTENUM);
    }
    ScriptableObject array = prototype("Array");
    OF_ARRAYS.forEach(name -> guard(array, name, ResultSizes::ofArray));
    guard(array, "slice", ResultSizes::ofCopy);
    names(array)
        .filter(name -> !OF_ARRAYS.contains(name) && !OF_ENDS.contains(name))
        .forEach(array::delete);
    STATIC.forEach(
        (type, kept) ->
            names(object(type)).filter(name -> !kept.contains(name)).forEach(object(type)::delete));
    guard(object("String"), "raw", ResultSizes::raw);
    guard(prototype("Function"), "apply", ResultSizes::apply);
    guard(object("JSON"), "parse", ResultSizes.OF_TEXTS.getOrDefault("parse", NONE));
    guard(object("JSON"), "stringify", ResultSizes.OF_TEXTS.getOrDefault("stringify", NONE));
    guard(iterators(context.newArray(globals, 0)), "next", NONE);
    guard(iterators(ScriptRuntime.toObject(context, globals, "")), "next", NONE);
    names(object("Object")).forEach(name -> guard(object("Object"), name, ResultSizes::characters));
    globals.defineProperty(
        SIZED,
        function(arguments -> checked(arguments[0])),
        ScriptableObject.READONLY | ScriptableObject.PERMANENT | ScriptableObject.DONTENUM);
  }

  /** Defines the functions of texts and arrays that are programs, which the budget ends. */
  void runArrays(Script program) {
    Scriptable host = context.newObject(globals);
    define(host, "sized", arguments -> checked(arguments[0]));
    define(host, "size", arguments -> ResultSizes.size(this, (Scriptable) arguments[0]));
    define(host, "integer", arguments -> ScriptRuntime.toInteger(arguments[0]));
    ScriptableObject array = prototype("Array");
    Function sort = (Function) array.get("sort", array);
    define(
        host,
        "sort",
        arguments ->
            sort.call(
                context,
                globals,
                ScriptRuntime.toObject(context, globals, arguments[0]),
                new Object[] {arguments[1]}));
    define(host, "cut", GuardedBuiltIns::cut);
    define(host, "find", arguments -> search(arguments, true));
    define(host, "findLast", arguments -> search(arguments, false));
    Function install = (Function) program.exec(context, globals, globals);
    install.call(context, globals, globals, new Object[] {host});
  }

  private static Object cut(Object[] arguments) {
    String text = ScriptRuntime.toString(arguments[0]);
    int end = (int) Math.min(text.length(), ScriptRuntime.toNumber(arguments[2]));
    int begin = (int) Math.min(end, ScriptRuntime.toNumber(arguments[1]));
    return text.substring(begin, end);
  }

  private Object search(Object[] arguments, boolean forward) {
    String text = ScriptRuntime.toString(arguments[0]);
    String part = ScriptRuntime.toString(arguments[1]);
    int from = (int) Math.min(text.length(), ScriptRuntime.toNumber(arguments[2]));
    return new TextSearch(budget, text, part).find(from, forward);
  }

  private void define(Scriptable host, String name, HostFunction function) {
    ScriptableObject.putProperty(host, name, function(function));
  }

  private LambdaFunction function(HostFunction function) {
    return new LambdaFunction(
        globals,
        "",
        1,
        (Context c, Scriptable scope, Scriptable self, Object[] arguments) ->
            function.call(arguments));
  }

  private Object checked(Object value) {
    check(value);
    return value;
  }

  private static Stream<String> names(ScriptableObject owner) {
    return Arrays.stream(owner.getAllIds()).filter(String.class::isInstance).map(Object::toString);
  }

  private ScriptableObject object(String name) {
    return (ScriptableObject) ScriptableObject.getProperty(globals, name);
  }

  private ScriptableObject prototype(String name) {
    return (ScriptableObject) ScriptableObject.getProperty(object(name), PROTOTYPE);
  }

  /** The prototype of an object's iterators, which every iteration over such an object calls. */
  private ScriptableObject iterators(Scriptable iterable) {
    Function make = (Function) ScriptableObject.getProperty(iterable, SymbolKey.ITERATOR);
    Scriptable iterator =
        (Scriptable) make.call(context, globals, iterable, ScriptRuntime.emptyArgs);
    return (ScriptableObject) iterator.getPrototype();
  }

  private void guard(ScriptableObject owner, String name, Guard guard) {
    if (!name.equals(PROTOTYPE) && owner.get(name, owner) instanceof Function plain) {
      owner.defineProperty(name, guarded(name, plain, guard), ScriptableObject.DONTENUM);
    }
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

  /** Checks a text or an array. */
  private void check(Object value) {
    if (value instanceof CharSequence text) {
      checkText(text.length());
    } else if (value instanceof NativeArray array) {
      checkElements(array.getLength());
    } else if (value instanceof Scriptable object && object.getClassName().equals("String")) {
      checkText(ScriptRuntime.toString(object).length());
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
    return error("RangeError", message);
  }

  JavaScriptException error(String type, String message) {
    Function error = (Function) ScriptableObject.getProperty(globals, type);
    return new JavaScriptException(
        error.construct(context, globals, new Object[] {message}), "", 0);
  }
}
