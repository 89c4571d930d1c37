package dev.cosmosblog.local.internal.engine.throughput;

import dev.cosmosblog.local.internal.engine.container.Container;
import dev.cosmosblog.local.internal.engine.resource.EngineException;

/** Decides whether a request may go on, and is told what it cost. Asked by many threads. */
public interface Admission {
  /** Every request may go on. */
  Admission UNLIMITED =
      new Admission() {
        @Override
        public void admit(Container container, String partition) {}

        @Override
        public void charge(Container container, String partition, double requestUnits) {}
      };

  /**
   * Lets a request go on.
   *
   * @param container the container that it is about
   * @param partition the id of the physical partition that it asks
   * @throws EngineException 429/3200 with the time to come again if it may not go on
   */
  void admit(Container container, String partition);

  /**
   * Counts what a request that went on cost.
   *
   * @param container the container that it was about
   * @param partition the id of the physical partition that it asked
   * @param requestUnits modelled request units (RU)
   */
  void charge(Container container, String partition, double requestUnits);
}
