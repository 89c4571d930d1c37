package dev.cosmoslocal.internal.engine.throughput;

import dev.cosmoslocal.internal.engine.container.Container;
import dev.cosmoslocal.internal.engine.key.PartitionKeyValue;
import dev.cosmoslocal.internal.engine.resource.EngineException;

/**
 * Admits requests by the throughput that is left, and counts what they cost. Called by many
 * threads.
 */
public interface Admission {
  Admission UNLIMITED =
      new Admission() {
        @Override
        public void admit(Container container, String partition) {}

        @Override
        public void charge(Container container, String partition, double requestUnits) {}
      };

  /**
   * Admits a request or refuses it.
   *
   * @throws EngineException 429/3200 with the time to wait if the throughput is used up
   */
  void admit(Container container, String partition);

  void charge(Container container, String partition, double requestUnits);

  /**
   * Admits a request to a logical partition or refuses it.
   *
   * @throws EngineException 429/3200 with the time to wait if the throughput is used up
   */
  default void admit(Container container, PartitionKeyValue key) {}

  default void charge(Container container, PartitionKeyValue key, double requestUnits) {}
}
