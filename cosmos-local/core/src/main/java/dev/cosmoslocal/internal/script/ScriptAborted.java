package dev.cosmoslocal.internal.script;

/** {@code getContext().abort(error)}: ends a script, even one that catches everything. */
final class ScriptAborted extends Error {
  private static final long serialVersionUID = 1L;

  private final transient Object reason;

  ScriptAborted(Object reason) {
    super("The script aborted itself.", null, false, false);
    this.reason = reason;
  }

  Object reason() {
    return reason;
  }
}
