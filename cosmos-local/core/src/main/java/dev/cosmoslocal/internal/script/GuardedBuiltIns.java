package dev.cosmoslocal.internal.script;

import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
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
import org.mozilla.javascript.Undefined;

/**
 * Guards the language's own functions, in which Rhino checks nothing, against texts and arrays that
 * take too much memory or time. They check the sizes of their arguments and of their result before
 * they begin. Too large a text or array is a RangeError, as in other engines.
 */
@SuppressWarnings("serial") // As in HostFunction.
record GuardedBuiltIns(ScriptBudget budget, Context context, ScriptableObject globals) {
  /** The function that {@link SizedExpressions} puts around expressions. */
  static final String SIZED = "__sized";

  /** The program that {@link #install} runs. */
  static final String PROGRAM = "built-ins.js";

  /** Objects whose operators, traps or loops take any memory or time, besides typed arrays. */
  private static final List<String> REMOVED =
      List.of("Proxy", "Reflect", "BigInt", "ArrayBuffer", "DataView");

  /** The end of the names of typed arrays. */
  private static final String TYPED_ARRAY = "Array";

  /** Functions of texts that take as long for long ones as for short ones. */
  private static final List<String> CONSTANT_TIME =
      List.of("toString", "valueOf", "charAt", "charCodeAt", "codePointAt");

  /** Objects whose functions return texts, numbers and truth values, and call no others. */
  private static final List<String> OF_PRIMITIVES =
      List.of("Math", "Date", "Number", "Boolean", "Symbol");

  /** The functions of constructors. Rhino adds others, such as Array.forEach. */
  private static final Map<String, List<String>> STATIC =
      Map.of(
          "Array", List.of("length", "name", "prototype", "isArray", "of"),
          "String", List.of("length", "name", "prototype", "fromCharCode", "fromCodePoint"));

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

  /** Functions of texts that make HTML with an attribute. */
  private static final List<String> HTML = List.of("anchor", "link", "fontcolor", "fontsize");

  private static final String PROTOTYPE = "prototype";
  static final Guard NONE = (guards, call) -> call;

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

  /**
   * Guards the globals, and runs the program that defines the functions of texts and arrays that
   * take long.
   */
  void install(Script program) {
    REMOVED.forEach(globals::delete);
    names(globals)
        .filter(name -> name.endsWith(TYPED_ARRAY) && !name.equals(TYPED_ARRAY))
        .forEach(globals::delete);
    WITH_SOURCE.forEach(name -> prototype(name).delete("toSource"));
    HTML.forEach(prototype("String")::delete);
    ScriptableObject array = prototype("Array");
    names(array)
        .filter(name -> !OF_ARRAYS.contains(name) && !OF_ENDS.contains(name))
        .forEach(array::delete);
    STATIC.forEach(
        (type, kept) ->
            names(object(type)).filter(name -> !kept.contains(name)).forEach(object(type)::delete));
    GuardedObjects objects = objects();
    objects.guard(globals);
    // If scripts could replace them, guards and functions could see different texts.
    for (String name : List.of("toString", "valueOf")) {
      prototype("String")
          .setAttributes(
              name,
              ScriptableObject.READONLY | ScriptableObject.PERMANENT | ScriptableObject.DONTENUM);
    }
    globals.defineProperty(
        SIZED,
        function(
            arguments ->
                arguments.length > 1
                    ? ResultSizes.checkedCharacters(this, arguments[0])
                    : checked(arguments[0])),
        ScriptableObject.READONLY | ScriptableObject.PERMANENT | ScriptableObject.DONTENUM);
    Function programs = (Function) program.exec(context, globals, globals);
    programs.call(context, globals, globals, new Object[] {host(objects)});
  }

  private GuardedObjects objects() {
    Map<Object, Guard> guards = new IdentityHashMap<>();
    ENCODINGS.forEach(name -> guards.put(globals.get(name, globals), ResultSizes::encode));
    ScriptableObject regex = prototype("RegExp");
    guards.put(regex.get(SymbolKey.REPLACE, regex), ResultSizes::replaceAsPattern);
    guards.put(regex.get(SymbolKey.SPLIT, regex), ResultSizes::splitAsPattern);
    ScriptableObject text = prototype("String");
    ResultSizes.OF_TEXTS.forEach((name, guard) -> guards.put(text.get(name, text), guard));
    ScriptableObject array = prototype("Array");
    OF_ARRAYS.forEach(name -> guards.put(array.get(name, array), ResultSizes::ofArray));
    guards.put(array.get("slice", array), ResultSizes::ofCopy);
    ScriptableObject function = prototype("Function");
    guards.put(function.get("apply", function), ResultSizes::apply);
    ScriptableObject json = object("JSON");
    guards.put(json.get("parse", json), ResultSizes::parse);
    guards.put(json.get("stringify", json), ResultSizes::stringify);
    names(object("Object"))
        .forEach(
            name ->
                guards.put(object("Object").get(name, object("Object")), ResultSizes::characters));
    Set<Object> exempt = Collections.newSetFromMap(new IdentityHashMap<>());
    CONSTANT_TIME.forEach(name -> exempt.add(text.get(name, text)));
    OF_PRIMITIVES.forEach(name -> exempt.add(object(name)));
    // Rhino's interpreter recognizes it.
    exempt.add(function.get("call", function));
    return new GuardedObjects(this, guards, exempt);
  }

  /** The functions of Java that the program needs. */
  private Scriptable host(GuardedObjects objects) {
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
    define(
        host,
        "guard",
        arguments -> {
          objects.guard((ScriptableObject) arguments[0]);
          return Undefined.instance;
        });
    define(host, "compare", this::compare);
    define(host, "indexOf", arguments -> indexOf(arguments, true));
    define(host, "lastIndexOf", arguments -> indexOf(arguments, false));
    define(host, "cut", GuardedBuiltIns::cut);
    define(host, "find", arguments -> search(arguments, true));
    define(host, "findLast", arguments -> search(arguments, false));
    return host;
  }

  /** Compares two values as texts. */
  private Object compare(Object[] arguments) {
    String left = ScriptRuntime.toString(arguments[0]);
    String right = ScriptRuntime.toString(arguments[1]);
    budget.checkWork(Math.min(left.length(), right.length()));
    return left.compareTo(right);
  }

  /** Returns the first index of a value in a range of indices, or -1; or the last one. */
  private Object indexOf(Object[] arguments, boolean forward) {
    Scriptable values = (Scriptable) arguments[0];
    int end = forward ? (int) ScriptRuntime.toNumber(arguments[3]) : -1;
    int step = forward ? 1 : -1;
    for (int i = (int) ScriptRuntime.toNumber(arguments[2]);
        forward ? i < end : i > end;
        i += step) {
      Object value = ScriptableObject.getProperty(values, i);
      budget.checkWork(ResultSizes.length(value));
      if (value != Scriptable.NOT_FOUND && ScriptRuntime.shallowEq(value, arguments[1])) {
        return i;
      }
    }
    return -1;
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
    return position(text, part, from, forward);
  }

  /**
   * Returns the first position at or after an index, or the last at or before it, or -1. The budget
   * can end the search, whose time is the product of both lengths in the worst case.
   */
  private int position(String text, String part, int from, boolean forward) {
    if (part.isEmpty()) {
      return from;
    }
    char first = part.charAt(0);
    int at = forward ? text.indexOf(first, from) : text.lastIndexOf(first, from);
    while (at >= 0 && !text.startsWith(part, at)) {
      budget.checkWork(part.length());
      at = forward ? text.indexOf(first, at + 1) : text.lastIndexOf(first, at - 1);
    }
    return at;
  }

  private void define(Scriptable host, String name, HostFunction function) {
    ScriptableObject.putProperty(host, name, function(function));
  }

  private LambdaFunction function(HostFunction function) {
    return new LambdaFunction(
        globals,
        "",
        1,
        (Context c, Scriptable scope, Scriptable self, Object[] arguments) -> {
          budget.checkWork(1);
          return function.call(arguments);
        });
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

  /** Checks the budget before a call of one of Rhino's functions. */
  void check(@Nullable Object self, Object[] arguments) {
    budget.checkWork(1);
    check(self);
    for (Object argument : arguments) {
      check(argument);
    }
  }

  /** Checks a text or an array. */
  private void check(@Nullable Object value) {
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
