package dev.cosmosblog.maintenance.verify;

/** Something that may be wrong, and can be looked at by itself at any time. */
interface Suspect {
  /**
   * Looks at it as it is now.
   *
   * @throws dev.cosmosblog.model.MalformedItemException if an item that it depends on can't be
   *     read; that item is a finding of its own then
   */
  Look look();
}
