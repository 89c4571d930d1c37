package dev.cosmoslocal.internal.engine.throughput;

import dev.cosmoslocal.internal.engine.container.Container;
import dev.cosmoslocal.internal.engine.key.PartitionKeyValue;
import dev.cosmoslocal.internal.engine.resource.EngineException;

/**
 * Admits requests by the throughput that is left, and counts what they cost. Called by many
 * threads.
 */
public interface Admission {
  /** Admits every request. */
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
   * @param container the container of the request
   * @param partition the id of its physical partition
   * @throws EngineException 429/3200 with the time to wait if the throughput is used up
   */
  void admit(Container container, String partition);

  /**
   * Counts the cost of an admitted request.
   *
   * @param container the container of the request
   * @param partition the id of its physical partition
   * @param requestUnits modelled request units (RU)
   */
  void charge(Container container, String partition, double requestUnits);

  /**
   * Admits a request to a logical partition or refuses it.
   *
   * @param container the container of the request
   * @param key the partition key
   * @throws EngineException 429/3200 with the time to wait if the throughput is used up
   */
  default void admit(Container container, PartitionKeyValue key) {}

  /**
   * Counts the cost of an admitted request to a logical partition.
   *
   * @param container the container of the request
   * @param key the partition key
   * @param requestUnits modelled request units (RU)
   */
  default void charge(Container container, PartitionKeyValue key, double requestUnits) {}
}
