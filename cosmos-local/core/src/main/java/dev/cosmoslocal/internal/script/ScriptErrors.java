package dev.cosmoslocal.internal.script;

import java.util.function.Supplier;
import org.mozilla.javascript.Context;
import org.mozilla.javascript.EcmaError;
import org.mozilla.javascript.EvaluatorException;
import org.mozilla.javascript.JavaScriptException;
import org.mozilla.javascript.RhinoException;
import org.mozilla.javascript.Scriptable;
import org.mozilla.javascript.ScriptableObject;
import org.mozilla.javascript.Undefined;

/** Translates errors into a script's own, and a script's into those of the service. */
final class ScriptErrors {
  private static final int BAD_REQUEST = 400;

  /** The characters of what a script has thrown that a response repeats. */
  private static final int MAX_TEXT = 10_000;

  private ScriptErrors() {}

  /** The error for a callback: its number is the status, its body the service's error body. */
  static Scriptable of(Realm realm, CollectionReply refusal) {
    String body = ScriptException.errors(refusal.error());
    Scriptable error = realm.errorObject(refusal.status(), body);
    ScriptableObject.putProperty(error, "body", body);
    return error;
  }

  /**
   * The exception for an error that the script did not catch. It may run code of the script, such
   * as toString.
   */
  static ScriptException uncaught(RhinoException error) {
    if (error instanceof EvaluatorException broken && broken.lineSource() != null) {
      return notCompiled(broken);
    }
    if (error instanceof JavaScriptException thrown) {
      return uncaught(thrown.getValue(), error.getScriptStackTrace());
    }
    String text =
        error instanceof EcmaError native_
            ? native_.getName() + ": " + native_.getErrorMessage()
            : "Error: " + error.details();
    return failed(BAD_REQUEST, text, error.getScriptStackTrace());
  }

  static ScriptException uncaught(Object value, String stack) {
    return failed(number(value), Context.toString(value), stack);
  }

  static ScriptException outOf(String resource) {
    return failed(BAD_REQUEST, "RangeError: Out of " + resource, "");
  }

  /** The service's engine throws it at run time. */
  static ScriptException constantAssigned(String name, int line) {
    String text = "TypeError: Assignment to constant variable " + name;
    return failed(BAD_REQUEST, text, "\tat line " + line);
  }

  private static ScriptException notCompiled(EvaluatorException error) {
    return ScriptException.failed(
        BAD_REQUEST,
        "Encountered exception while compiling Javascript. Exception = SyntaxError: "
            + error.details()
            + "\r\nSource information: line: "
            + error.lineNumber()
            + ", column: "
            + error.columnNumber()
            + ", source line:\n"
            + error.lineSource());
  }

  private static ScriptException failed(int number, String thrown, String stack) {
    String text = thrown.length() > MAX_TEXT ? thrown.substring(0, MAX_TEXT) : thrown;
    return ScriptException.failed(
        number,
        "Encountered exception while executing Javascript. Exception = "
            + text
            + "\r\nStack trace: "
            + text
            + "\n"
            + stack.indent(2).replace("\t", " "));
  }

  private static int number(Object value) {
    Object number =
        value instanceof Scriptable object
            ? ScriptableObject.getProperty(object, "number")
            : Undefined.instance;
    return number instanceof Number n && n.doubleValue() == n.intValue()
        ? n.intValue()
        : BAD_REQUEST;
  }

  static <T> T translated(Supplier<T> script) {
    try {
      return direct(script);
    } catch (ScriptStopped stopped) {
      throw stopped.translated();
    } catch (StackOverflowError deep) {
      throw outOf("stack space");
    } catch (OutOfMemoryError large) {
      throw outOf("memory");
    }
  }

  /** Separate, since describing an error may run the script's own toString. */
  private static <T> T direct(Supplier<T> script) {
    try {
      return script.get();
    } catch (RhinoException error) {
      throw uncaught(error);
    } catch (ScriptAborted aborted) {
      throw uncaught(aborted.reason(), "");
    }
  }
}
