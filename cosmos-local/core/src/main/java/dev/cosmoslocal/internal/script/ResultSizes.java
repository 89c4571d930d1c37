package dev.cosmoslocal.internal.script;

import dev.cosmoslocal.internal.script.GuardedBuiltIns.Guard;
import dev.cosmoslocal.internal.script.GuardedBuiltIns.GuardedCall;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.mozilla.javascript.Callable;
import org.mozilla.javascript.Context;
import org.mozilla.javascript.Function;
import org.mozilla.javascript.LambdaFunction;
import org.mozilla.javascript.NativeArray;
import org.mozilla.javascript.ScriptRuntime;
import org.mozilla.javascript.Scriptable;
import org.mozilla.javascript.ScriptableObject;
import org.mozilla.javascript.SerializableCallable;
import org.mozilla.javascript.Undefined;

/** Checks the sizes of what the functions of texts and arrays are about to make. */
@SuppressWarnings("serial") // As in HostFunction.
final class ResultSizes {
  /** The characters of JSON, or of a text that is split, for an element of an array. */
  private static final int CHARACTERS_OF_ELEMENT = 2;

  /** The characters of a value that is not a text, about. */
  private static final int CHARACTERS_OF_VALUE = 24;

  /** The characters of a property in JSON besides its text, at least. */
  private static final int CHARACTERS_OF_PROPERTY = 2;

  /** The characters of one that is percent-encoded, at most. */
  private static final int ENCODED = 9;

  /** The characters of one that is normalized, or whose case changes, at most. */
  private static final int NORMALIZED = 18;

  /** Up to here, characters do not become several. */
  private static final char LAST_PLAIN = 0xBF;

  static final Map<String, Guard> OF_TEXTS =
      Map.ofEntries(
          Map.entry("repeat", ResultSizes::repeat),
          Map.entry("padStart", ResultSizes::pad),
          Map.entry("padEnd", ResultSizes::pad),
          Map.entry("concat", ResultSizes::concat),
          Map.entry("normalize", ResultSizes::normalize),
          Map.entry("localeCompare", ResultSizes::compare),
          Map.entry("toUpperCase", ResultSizes::change),
          Map.entry("toLowerCase", ResultSizes::change),
          Map.entry("toLocaleUpperCase", ResultSizes::change),
          Map.entry("toLocaleLowerCase", ResultSizes::change));

  /** The classes of objects that JSON writes as texts, numbers and truth values. */
  private static final Set<String> BOXED = Set.of("String", "Number", "Boolean");

  /** As a text that people read has; Unicode's stream-safe format allows 30. */
  private static final int MAX_MARKS = 100;

  private static final int MAX_COMPARED = 100_000;

  /** The elements of arrays that take as much memory as an entry of an object. */
  private static final int CHARACTER_ELEMENTS = 4;

  private ResultSizes() {}

  static double length(Object value) {
    if (value instanceof CharSequence text) {
      return text.length();
    }
    return value instanceof NativeArray array ? array.getLength() : CHARACTERS_OF_VALUE;
  }

  private static String text(GuardedCall call) {
    return ScriptRuntime.toString(call.self());
  }

  private static GuardedCall repeat(GuardedBuiltIns guards, GuardedCall call) {
    String text = text(call);
    double times = ScriptRuntime.toNumber(call.argument(0));
    guards.checkText(Math.max(0, text.length() * times));
    return new GuardedCall(text, new Object[] {times});
  }

  private static GuardedCall pad(GuardedBuiltIns guards, GuardedCall call) {
    double wanted = ScriptRuntime.toNumber(call.argument(0));
    guards.checkText(Math.max(0, wanted));
    Object with = call.argument(1);
    return new GuardedCall(
        text(call),
        Undefined.isUndefined(with) ? new Object[] {wanted} : new Object[] {wanted, with});
  }

  private static GuardedCall concat(GuardedBuiltIns guards, GuardedCall call) {
    String text = text(call);
    double sum = text.length();
    Object[] arguments = new Object[call.arguments().length];
    for (int i = 0; i < arguments.length; i++) {
      arguments[i] = ScriptRuntime.toString(call.arguments()[i]);
      sum += length(arguments[i]);
      guards.checkText(sum);
    }
    return new GuardedCall(text, arguments);
  }

  static GuardedCall splitAsPattern(GuardedBuiltIns guards, GuardedCall call) {
    String text = ScriptRuntime.toString(call.argument(0));
    guards.checkElements((double) text.length() / CHARACTERS_OF_ELEMENT);
    return new GuardedCall(call.self(), new Object[] {text, call.argument(1)});
  }

  /** The functions of Object make objects of the characters of a text. */
  static GuardedCall characters(GuardedBuiltIns guards, GuardedCall call) {
    for (Object argument : call.arguments()) {
      checkedCharacters(guards, argument);
    }
    return call;
  }

  /** Checks an object whose properties are copied: those of a text are its characters. */
  static Object checkedCharacters(GuardedBuiltIns guards, Object value) {
    boolean text =
        value instanceof CharSequence
            || value instanceof Scriptable object && object.getClassName().equals("String");
    if (text) {
      double length = ScriptRuntime.toString(value).length();
      guards.checkElements(length * CHARACTER_ELEMENTS);
    }
    return value;
  }

  private static GuardedCall normalize(GuardedBuiltIns guards, GuardedCall call) {
    checkMarks(guards, text(call));
    return change(guards, call);
  }

  private static GuardedCall compare(GuardedBuiltIns guards, GuardedCall call) {
    String text = text(call);
    String other = ScriptRuntime.toString(call.argument(0));
    if (Math.max(text.length(), other.length()) > MAX_COMPARED) {
      throw guards.error(
          "RangeError", "localeCompare of more than " + MAX_COMPARED + " characters");
    }
    checkMarks(guards, text);
    checkMarks(guards, other);
    return new GuardedCall(text, new Object[] {other});
  }

  /** The JDK sorts adjacent marks in a time that is quadratic in their number. */
  private static void checkMarks(GuardedBuiltIns guards, String text) {
    int marks = 0;
    for (int i = 0; i < text.length(); i += Character.charCount(text.codePointAt(i))) {
      int type = Character.getType(text.codePointAt(i));
      boolean mark =
          type == Character.NON_SPACING_MARK
              || type == Character.COMBINING_SPACING_MARK
              || type == Character.ENCLOSING_MARK;
      marks = mark ? marks + 1 : 0;
      if (marks > MAX_MARKS) {
        throw guards.error("RangeError", "More than " + MAX_MARKS + " combining marks in a row");
      }
    }
  }

  /** A change of case, or a normalization. */
  private static GuardedCall change(GuardedBuiltIns guards, GuardedCall call) {
    String text = text(call);
    long others = text.chars().filter(c -> c > LAST_PLAIN).count();
    guards.checkText(text.length() + (double) others * (NORMALIZED - 1));
    return new GuardedCall(text, call.arguments());
  }

  static GuardedCall encode(GuardedBuiltIns guards, GuardedCall call) {
    String text = ScriptRuntime.toString(call.argument(0));
    guards.checkText((double) text.length() * ENCODED);
    return new GuardedCall(guards.globals(), new Object[] {text});
  }

  static GuardedCall parse(GuardedBuiltIns guards, GuardedCall call) {
    guards.checkElements(length(call.argument(0)) / CHARACTERS_OF_ELEMENT);
    return call;
  }

  /** Returns the length of an array, or of an object that may pass for one. */
  static double size(GuardedBuiltIns guards, Scriptable object) {
    double size =
        object instanceof NativeArray array
            ? array.getLength()
            : Math.max(0, ScriptRuntime.toInteger(ScriptableObject.getProperty(object, "length")));
    guards.checkElements(size);
    return size;
  }

  /** Rhino's own functions run on arrays, whose length is that of their contents. */
  static GuardedCall ofArray(GuardedBuiltIns guards, GuardedCall call) {
    if (call.self() instanceof NativeArray array) {
      guards.checkElements(array.getLength() + (double) call.arguments().length);
      return call;
    }
    throw guards.error(
        "TypeError", "Functions that change an array work on arrays only in the emulator");
  }

  static GuardedCall ofCopy(GuardedBuiltIns guards, GuardedCall call) {
    return call.self() instanceof NativeArray
        ? ofArray(guards, call)
        : new GuardedCall(copy(guards, call.self()), call.arguments());
  }

  static GuardedCall apply(GuardedBuiltIns guards, GuardedCall call) {
    Object given = call.argument(1);
    return given == null || Undefined.isUndefined(given)
        ? call
        : new GuardedCall(call.self(), new Object[] {call.argument(0), copy(guards, given)});
  }

  private static Scriptable copy(GuardedBuiltIns guards, Object value) {
    Scriptable object = ScriptRuntime.toObject(guards.context(), guards.globals(), value);
    Object[] elements = new Object[(int) size(guards, object)];
    for (int i = 0; i < elements.length; i++) {
      guards.budget().checkWork(1);
      elements[i] = ScriptRuntime.getObjectIndex(object, i, guards.context());
    }
    return guards.context().newArray(guards.globals(), elements);
  }

  static GuardedCall replaceAsPattern(GuardedBuiltIns guards, GuardedCall call) {
    String text = ScriptRuntime.toString(call.argument(0));
    return new GuardedCall(
        call.self(), new Object[] {text, replacement(guards, text, call.argument(1))});
  }

  private static Object replacement(GuardedBuiltIns guards, String text, Object given) {
    if (given instanceof Function function) {
      double[] sum = {text.length()};
      return counted(
          guards,
          (Context context, Scriptable scope, Scriptable object, Object[] match) -> {
            String made = ScriptRuntime.toString(function.call(context, scope, object, match));
            sum[0] += made.length();
            guards.checkText(sum[0]);
            return made;
          });
    }
    String with = ScriptRuntime.toString(given);
    double places = text.length() + 1.0;
    double dollars = with.chars().filter(c -> c == '$').count();
    boolean quadratic = with.contains("$`") || with.contains("$'");
    guards.checkText(
        places + places * with.length() + (quadratic ? places * places : places) * dollars);
    return with;
  }

  /** Each value that is written passes a function, which counts it. */
  static GuardedCall stringify(GuardedBuiltIns guards, GuardedCall call) {
    Object replacer = call.argument(1);
    Function counter = counter(guards);
    Object counting =
        replacer instanceof Function function
            ? counted(guards, after(function, counter))
            : replacer instanceof NativeArray names
                ? counted(guards, after(selector(guards, names), counter))
                : counter;
    return new GuardedCall(
        call.self(), new Object[] {call.argument(0), counting, call.argument(2)});
  }

  /** Replaces a value, and counts what takes its place. */
  private static SerializableCallable after(Callable replacer, Function counter) {
    return (context, scope, holder, given) -> {
      Object value = replacer.call(context, scope, holder, given);
      return counter.call(context, scope, holder, new Object[] {given[0], value});
    };
  }

  /** Replaces an object by one with the listed properties only, in the order of the list. */
  private static Callable selector(GuardedBuiltIns guards, NativeArray names) {
    Set<String> listed = new LinkedHashSet<>();
    for (int i = 0; i < names.getLength(); i++) {
      Object name = names.get(i, names);
      boolean boxed = name instanceof Scriptable object && BOXED.contains(object.getClassName());
      if (name instanceof CharSequence || name instanceof Number || boxed) {
        listed.add(ScriptRuntime.toString(name));
      }
    }
    return (context, scope, holder, given) -> {
      if (!(given[1] instanceof Scriptable object)
          || object instanceof NativeArray
          || object instanceof Function
          || BOXED.contains(object.getClassName())) {
        return given[1];
      }
      Scriptable selected = context.newObject(guards.globals());
      for (String name : listed) {
        Object value = ScriptRuntime.getObjectElem(object, name, context, scope);
        if (!Undefined.isUndefined(value)) {
          ScriptRuntime.setObjectElem(selected, name, value, context, scope);
        }
      }
      return selected;
    };
  }

  static Function counter(GuardedBuiltIns guards) {
    double[] sum = {0};
    return counted(
        guards,
        (Context context, Scriptable scope, Scriptable holder, Object[] given) -> {
          sum[0] += CHARACTERS_OF_PROPERTY + characters(given[0]) + characters(given[1]);
          guards.checkText(sum[0]);
          return given[1];
        });
  }

  private static double characters(Object value) {
    return value instanceof CharSequence text ? text.length() : 0;
  }

  private static LambdaFunction counted(GuardedBuiltIns guards, SerializableCallable call) {
    return new LambdaFunction(guards.globals(), "", 2, call);
  }
}
