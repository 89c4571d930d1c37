package dev.cosmosblog.local.internal.http.explorer;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** The faults and the kindness of a running account. */
public interface Switches {
  /**
   * Describes what is switched on.
   *
   * @return a new object
   */
  ObjectNode describe();

  /**
   * Switches what an object names, and leaves the rest.
   *
   * @param change a part of what {@link #describe} returns
   * @throws dev.cosmosblog.local.internal.engine.resource.EngineException 400 if a part is wrong;
   *     nothing is switched then
   */
  void change(ObjectNode change);
}
