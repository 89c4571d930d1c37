package dev.cosmoslocal.internal.http.explorer;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;

/** The faults and service conditions of a running emulator. */
public interface Switches {
  ObjectNode describe();

  /**
   * Switches what an object names, and leaves the rest.
   *
   * @param change a part of what {@link #describe} returns
   * @throws dev.cosmoslocal.internal.engine.resource.EngineException 400 if a part is wrong;
   *     nothing is switched then
   */
  void change(ObjectNode change);

  /**
   * Loses the acknowledged writes of some time, as a failover may.
   *
   * @throws dev.cosmoslocal.internal.engine.resource.EngineException 400 if the time is longer than
   *     the recovery point
   */
  long failOver(Duration lost);
}
