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

  /** The characters of one that is percent-encoded, and of a quotation mark in HTML, at most. */
  private static final int ENCODED = 9;

  private static final int ESCAPED = 6;

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
          Map.entry("replace", ResultSizes::replace),
          Map.entry("replaceAll", ResultSizes::replace),
          Map.entry("split", ResultSizes::split),
          Map.entry("normalize", ResultSizes::change),
          Map.entry("toUpperCase", ResultSizes::change),
          Map.entry("toLowerCase", ResultSizes::change),
          Map.entry("toLocaleUpperCase", ResultSizes::change),
          Map.entry("toLocaleLowerCase", ResultSizes::change),
          Map.entry("anchor", ResultSizes::tag),
          Map.entry("link", ResultSizes::tag),
          Map.entry("fontcolor", ResultSizes::tag),
          Map.entry("fontsize", ResultSizes::tag),
          Map.entry("parse", ResultSizes::parse),
          Map.entry("stringify", ResultSizes::stringify));

  static final Map<String, Guard> OF_ARRAYS =
      Map.of(
          "concat", ResultSizes::joinArrays,
          "join", ResultSizes::join,
          "unshift", ResultSizes::insert,
          "splice", ResultSizes::insert,
          "flat", ResultSizes::flat);

  /** The classes of objects that JSON writes as texts, numbers and truth values. */
  private static final Set<String> BOXED = Set.of("String", "Number", "Boolean");

  private static final Object[] NOTHING = {};

  private ResultSizes() {}

  private static double length(Object value) {
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

  private static GuardedCall split(GuardedBuiltIns guards, GuardedCall call) {
    String text = text(call);
    double parts = text.length();
    if (call.argument(0) instanceof CharSequence separator && separator.length() > 0) {
      parts /= separator.length();
    }
    guards.checkElements(parts / CHARACTERS_OF_ELEMENT);
    return new GuardedCall(text, call.arguments());
  }

  static GuardedCall splitAsPattern(GuardedBuiltIns guards, GuardedCall call) {
    String text = ScriptRuntime.toString(call.argument(0));
    guards.checkElements((double) text.length() / CHARACTERS_OF_ELEMENT);
    return new GuardedCall(call.self(), new Object[] {text, call.argument(1)});
  }

  /** A change of case, or a normalization. */
  private static GuardedCall change(GuardedBuiltIns guards, GuardedCall call) {
    String text = text(call);
    long others = text.chars().filter(c -> c > LAST_PLAIN).count();
    guards.checkText(text.length() + (double) others * (NORMALIZED - 1));
    return new GuardedCall(text, call.arguments());
  }

  /** An HTML element with an attribute. */
  private static GuardedCall tag(GuardedBuiltIns guards, GuardedCall call) {
    String text = text(call);
    String value = ScriptRuntime.toString(call.argument(0));
    guards.checkText(text.length() + (double) value.length() * ESCAPED);
    return new GuardedCall(text, new Object[] {value});
  }

  static GuardedCall encode(GuardedBuiltIns guards, GuardedCall call) {
    String text = ScriptRuntime.toString(call.argument(0));
    guards.checkText((double) text.length() * ENCODED);
    return new GuardedCall(guards.globals(), new Object[] {text});
  }

  /** The parts of a template that were not interpreted, with substitutions between them. */
  static GuardedCall raw(GuardedBuiltIns guards, GuardedCall call) {
    Object[] arguments = call.arguments().clone();
    double sum = 0;
    for (int i = 1; i < arguments.length; i++) {
      arguments[i] = ScriptRuntime.toString(arguments[i]);
      sum += length(arguments[i]);
      guards.checkText(sum);
    }
    if (call.argument(0) instanceof Scriptable template
        && ScriptableObject.getProperty(template, "raw") instanceof Scriptable parts) {
      Object[] texts = texts(guards, parts, sum, false);
      Scriptable copy = guards.context().newObject(guards.globals());
      ScriptableObject.putProperty(copy, "raw", guards.context().newArray(guards.globals(), texts));
      arguments[0] = copy;
    }
    return new GuardedCall(call.self(), arguments);
  }

  private static GuardedCall parse(GuardedBuiltIns guards, GuardedCall call) {
    guards.checkElements(length(call.argument(0)) / CHARACTERS_OF_ELEMENT);
    return call;
  }

  private static GuardedCall joinArrays(GuardedBuiltIns guards, GuardedCall call) {
    double sum = elements(call.self());
    for (Object argument : call.arguments()) {
      sum += elements(argument);
    }
    guards.checkElements(sum);
    return call;
  }

  /** The elements of an array, or of an object that may pass for one. */
  private static double elements(Object value) {
    return value instanceof Scriptable object ? Math.max(1, size(object)) : 1;
  }

  private static double size(Scriptable object) {
    return object instanceof NativeArray array
        ? array.getLength()
        : Math.max(0, ScriptRuntime.toInteger(ScriptableObject.getProperty(object, "length")));
  }

  private static GuardedCall insert(GuardedBuiltIns guards, GuardedCall call) {
    guards.checkElements(length(call.self()) + call.arguments().length);
    return call;
  }

  private static GuardedCall join(GuardedBuiltIns guards, GuardedCall call) {
    boolean comma = Undefined.isUndefined(call.argument(0));
    return join(guards, call.self(), comma ? "," : ScriptRuntime.toString(call.argument(0)), false);
  }

  static GuardedCall joinTexts(GuardedBuiltIns guards, GuardedCall call) {
    return join(guards, call.self(), ",", false);
  }

  static GuardedCall joinLocaleTexts(GuardedBuiltIns guards, GuardedCall call) {
    return join(guards, call.self(), ",", true);
  }

  private static GuardedCall join(
      GuardedBuiltIns guards, Object self, String separator, boolean locale) {
    Scriptable array = ScriptRuntime.toObject(guards.context(), guards.globals(), self);
    if (!guards.joining().add(array)) {
      // It contains itself.
      return new GuardedCall(guards.context().newArray(guards.globals(), 0), new Object[] {""});
    }
    try {
      Object[] texts = texts(guards, array, separator.length() * size(array), locale);
      return new GuardedCall(
          guards.context().newArray(guards.globals(), texts), new Object[] {separator});
    } finally {
      guards.joining().remove(array);
    }
  }

  /** Elements are made texts here, once, so that the sum of the lengths is known. */
  private static Object[] texts(
      GuardedBuiltIns guards, Scriptable array, double others, boolean locale) {
    double size = size(array);
    guards.checkElements(size);
    guards.checkText(others);
    double sum = others;
    Object[] texts = new Object[(int) size];
    for (int i = 0; i < texts.length; i++) {
      Object element = ScriptRuntime.getObjectIndex(array, i, guards.context());
      boolean nothing = element == null || Undefined.isUndefined(element);
      texts[i] =
          nothing ? "" : locale ? localeText(guards, element) : ScriptRuntime.toString(element);
      sum += length(texts[i]);
      guards.checkText(sum);
    }
    return texts;
  }

  private static String localeText(GuardedBuiltIns guards, Object element) {
    Scriptable object = ScriptRuntime.toObject(guards.context(), guards.globals(), element);
    Object text = ScriptableObject.callMethod(guards.context(), object, "toLocaleString", NOTHING);
    return ScriptRuntime.toString(text);
  }

  private static GuardedCall flat(GuardedBuiltIns guards, GuardedCall call) {
    boolean once = Undefined.isUndefined(call.argument(0));
    double depth = once ? 1 : ScriptRuntime.toNumber(call.argument(0));
    guards.checkElements(flattened(guards, call.self(), depth));
    return new GuardedCall(call.self(), new Object[] {depth});
  }

  private static double flattened(GuardedBuiltIns guards, Object value, double depth) {
    if (!(value instanceof NativeArray array)) {
      return 1;
    }
    double sum = 0;
    for (int i = 0; i < array.getLength(); i++) {
      sum += depth < 0 ? 1 : flattened(guards, array.get(i, array), depth - 1);
      guards.checkElements(sum);
    }
    return sum;
  }

  private static GuardedCall replace(GuardedBuiltIns guards, GuardedCall call) {
    String text = text(call);
    Object with = replacement(guards, text, call.argument(1));
    return new GuardedCall(text, new Object[] {call.argument(0), with});
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
  private static GuardedCall stringify(GuardedBuiltIns guards, GuardedCall call) {
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
