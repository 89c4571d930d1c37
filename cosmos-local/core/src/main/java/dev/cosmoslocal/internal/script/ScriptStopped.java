package dev.cosmoslocal.internal.script;

/**
 * Ends a script that has used up its budget. It is an error, since scripts can neither catch errors
 * of the platform nor run a finally block for them.
 */
final class ScriptStopped extends Error {
  private static final long serialVersionUID = 1L;

  private final Reason reason;

  /** Why a script has to end. */
  enum Reason {
    TIME,
    MEMORY,
    BUSY,
    CANCELLED
  }

  ScriptStopped(Reason reason) {
    super("The script has to end: " + reason, null, false, false);
    this.reason = reason;
  }

  ScriptException translated() {
    return switch (reason) {
      case TIME -> ScriptException.timedOut();
      case MEMORY -> ScriptException.tooLarge();
      case BUSY -> ScriptException.busy();
      case CANCELLED -> ScriptException.cancelled();
    };
  }
}
