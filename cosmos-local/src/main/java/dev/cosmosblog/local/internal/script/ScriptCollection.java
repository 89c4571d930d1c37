package dev.cosmosblog.local.internal.script;

/** The items that a script may see: one logical partition of a container, in one transaction. */
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
   * Does what a script asks. Called by the thread that called the {@link ScriptEngine}, never by
   * the script's own.
   *
   * @param call what to do
   * @return what came of it; a refusal is an answer too
   */
  CollectionReply answer(CollectionCall call);
}
