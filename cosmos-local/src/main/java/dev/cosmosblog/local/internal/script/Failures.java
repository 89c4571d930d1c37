package dev.cosmosblog.local.internal.script;

import java.util.function.Supplier;
import org.mozilla.javascript.RhinoException;

/**
 * Turns all in which a script can end into one kind of exception, while its context is still there.
 */
final class Failures {
  private Failures() {}

  static <T> T translated(Supplier<T> script) {
    try {
      return direct(script);
    } catch (ScriptStopped stopped) {
      throw ScriptException.timedOut();
    } catch (StackOverflowError deep) {
      throw ScriptErrors.outOf("stack space");
    } catch (OutOfMemoryError large) {
      throw ScriptErrors.outOf("memory");
    }
  }

  /** Apart, since telling of an error may run the script's own toString. */
  private static <T> T direct(Supplier<T> script) {
    try {
      return script.get();
    } catch (RhinoException error) {
      throw ScriptErrors.uncaught(error);
    } catch (ScriptAborted aborted) {
      throw ScriptErrors.uncaught(aborted.reason(), "");
    }
  }
}
