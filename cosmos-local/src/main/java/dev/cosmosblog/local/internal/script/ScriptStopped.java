package dev.cosmosblog.local.internal.script;

/**
 * Ends a script whose time is up. It is an error, since scripts can neither catch errors of the
 * platform nor run a finally block for them.
 */
final class ScriptStopped extends Error {
  private static final long serialVersionUID = 1L;

  ScriptStopped() {
    super("The script's time is up.", null, false, false);
  }
}
