package dev.cosmoslocal.internal.script;

/** The items that a script sees: one logical partition of a container, in one transaction. */
public interface ScriptCollection {
  /** The container's link by resource ids, {@code dbs/…/colls/…/}. */
  String selfLink();

  /** The container's link by names, {@code dbs/…/colls/…}. */
  String altLink();

  /**
   * Executes a script's call. Runs on the thread that called the {@link ScriptEngine}, never on the
   * script's own.
   */
  CollectionReply answer(CollectionCall call);
}
