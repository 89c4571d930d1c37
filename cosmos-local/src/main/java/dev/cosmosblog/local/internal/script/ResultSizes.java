package dev.cosmosblog.local.internal.script;

import dev.cosmosblog.local.internal.script.GuardedBuiltIns.Call;
import dev.cosmosblog.local.internal.script.GuardedBuiltIns.Guard;
import java.util.Map;
import org.mozilla.javascript.Context;
import org.mozilla.javascript.Function;
import org.mozilla.javascript.LambdaFunction;
import org.mozilla.javascript.NativeArray;
import org.mozilla.javascript.ScriptRuntime;
import org.mozilla.javascript.Scriptable;
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

  static final Map<String, Guard> OF_TEXTS =
      Map.of(
          "repeat", ResultSizes::repeat,
          "padStart", ResultSizes::pad,
          "padEnd", ResultSizes::pad,
          "concat", ResultSizes::concat,
          "replace", ResultSizes::replace,
          "replaceAll", ResultSizes::replace,
          "split", ResultSizes::split,
          "parse", ResultSizes::parse,
          "stringify", ResultSizes::stringify);

  static final Map<String, Guard> OF_ARRAYS =
      Map.of(
          "concat", ResultSizes::joinArrays,
          "join", ResultSizes::join,
          "unshift", ResultSizes::insert,
          "splice", ResultSizes::insert,
          "flat", ResultSizes::flat);

  private ResultSizes() {}

  private static double length(Object value) {
    if (value instanceof CharSequence text) {
      return text.length();
    }
    return value instanceof NativeArray array ? array.getLength() : CHARACTERS_OF_VALUE;
  }

  private static String text(Call call) {
    return ScriptRuntime.toString(call.self());
  }

  private static Call repeat(GuardedBuiltIns guards, Call call) {
    String text = text(call);
    double times = ScriptRuntime.toNumber(call.argument(0));
    guards.checkText(Math.max(0, text.length() * times));
    return new Call(text, new Object[] {times});
  }

  private static Call pad(GuardedBuiltIns guards, Call call) {
    double wanted = ScriptRuntime.toNumber(call.argument(0));
    guards.checkText(Math.max(0, wanted));
    Object with = call.argument(1);
    return new Call(
        text(call),
        Undefined.isUndefined(with) ? new Object[] {wanted} : new Object[] {wanted, with});
  }

  private static Call concat(GuardedBuiltIns guards, Call call) {
    String text = text(call);
    double sum = text.length();
    Object[] arguments = new Object[call.arguments().length];
    for (int i = 0; i < arguments.length; i++) {
      arguments[i] = ScriptRuntime.toString(call.arguments()[i]);
      sum += length(arguments[i]);
      guards.checkText(sum);
    }
    return new Call(text, arguments);
  }

  private static Call split(GuardedBuiltIns guards, Call call) {
    String text = text(call);
    double parts = text.length();
    if (call.argument(0) instanceof CharSequence separator && separator.length() > 0) {
      parts /= separator.length();
    }
    guards.checkElements(parts / CHARACTERS_OF_ELEMENT);
    return new Call(text, call.arguments());
  }

  private static Call parse(GuardedBuiltIns guards, Call call) {
    guards.checkElements(length(call.argument(0)) / CHARACTERS_OF_ELEMENT);
    return call;
  }

  private static Call joinArrays(GuardedBuiltIns guards, Call call) {
    double sum = call.self() instanceof NativeArray array ? array.getLength() : 1;
    for (Object argument : call.arguments()) {
      sum += argument instanceof NativeArray array ? array.getLength() : 1;
    }
    guards.checkElements(sum);
    return call;
  }

  private static Call insert(GuardedBuiltIns guards, Call call) {
    guards.checkElements(length(call.self()) + call.arguments().length);
    return call;
  }

  /** Objects are made texts here, once, so that the sum of the lengths is known. */
  private static Call join(GuardedBuiltIns guards, Call call) {
    if (!(call.self() instanceof NativeArray array)) {
      return call;
    }
    boolean comma = Undefined.isUndefined(call.argument(0));
    String separator = comma ? "," : ScriptRuntime.toString(call.argument(0));
    double sum = (double) array.getLength() * separator.length();
    Object[] elements = new Object[(int) array.getLength()];
    for (int i = 0; i < elements.length; i++) {
      Object element = ScriptRuntime.getObjectIndex(array, i, guards.context());
      boolean nothing = element == null || Undefined.isUndefined(element);
      elements[i] = nothing ? "" : ScriptRuntime.toString(element);
      sum += length(elements[i]);
      guards.checkText(sum);
    }
    return new Call(
        guards.context().newArray(guards.globals(), elements), new Object[] {separator});
  }

  private static Call flat(GuardedBuiltIns guards, Call call) {
    boolean once = Undefined.isUndefined(call.argument(0));
    double depth = once ? 1 : ScriptRuntime.toNumber(call.argument(0));
    guards.checkElements(flattened(guards, call.self(), depth));
    return new Call(call.self(), new Object[] {depth});
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

  private static Call replace(GuardedBuiltIns guards, Call call) {
    String text = text(call);
    if (call.argument(1) instanceof Function function) {
      double[] sum = {text.length()};
      Object counted =
          counted(
              guards,
              (Context context, Scriptable scope, Scriptable object, Object[] given) -> {
                String made = ScriptRuntime.toString(function.call(context, scope, object, given));
                sum[0] += made.length();
                guards.checkText(sum[0]);
                return made;
              });
      return new Call(text, new Object[] {call.argument(0), counted});
    }
    String with = ScriptRuntime.toString(call.argument(1));
    double places = text.length() + 1.0;
    double dollars = with.chars().filter(c -> c == '$').count();
    boolean quadratic = with.contains("$`") || with.contains("$'");
    guards.checkText(
        places + places * with.length() + (quadratic ? places * places : places) * dollars);
    return new Call(text, new Object[] {call.argument(0), with});
  }

  /** Each value that is written passes a function, which counts it. */
  private static Call stringify(GuardedBuiltIns guards, Call call) {
    if (call.argument(1) instanceof Scriptable) {
      // A function of the script is watched; a list of names leaves little.
      return call;
    }
    return new Call(
        call.self(), new Object[] {call.argument(0), counter(guards), call.argument(2)});
  }

  static Function counter(GuardedBuiltIns guards) {
    double[] sum = {0};
    return counted(
        guards,
        (Context context, Scriptable scope, Scriptable holder, Object[] given) -> {
          boolean text = given[1] instanceof CharSequence;
          sum[0] += CHARACTERS_OF_PROPERTY + (text ? length(given[1]) : 0);
          guards.checkText(sum[0]);
          return given[1];
        });
  }

  private static LambdaFunction counted(GuardedBuiltIns guards, SerializableCallable call) {
    return new LambdaFunction(guards.globals(), "", 2, call);
  }
}
