package dev.cosmoslocal.internal.script;

/** The items that a script sees: one logical partition of a container, in one transaction. */
public interface ScriptCollection {
  /**
   * The container's link by resource ids.
   *
   * @return {@code dbs/…/colls/…/}
   */
  String selfLink();

  /**
   * The container's link by names.
   *
   * @return {@code dbs/…/colls/…}
   */
  String altLink();

  /**
   * Executes a script's call. Runs on the thread that called the {@link ScriptEngine}, never on the
   * script's own.
   *
   * @param call the call
   * @return the result, which may be a refusal
   */
  CollectionReply answer(CollectionCall call);
}
