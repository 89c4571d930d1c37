package dev.cosmosblog.local.internal.script;

/**
 * Ends a script whose time is up. An error, since scripts can't catch errors of the platform, nor
 * run a finally then.
 */
final class ScriptStopped extends Error {
  private static final long serialVersionUID = 1L;

  ScriptStopped() {
    super("The script's time is up.", null, false, false);
  }
}
