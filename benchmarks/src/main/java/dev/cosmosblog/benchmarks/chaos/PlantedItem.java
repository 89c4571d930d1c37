package dev.cosmosblog.benchmarks.chaos;

import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * A bad item.
 *
 * @param container where it is put
 * @param partition its partition key
 * @param item the item
 */
record PlantedItem(String container, String partition, ObjectNode item) {
  String id() {
    return item.path("id").asText();
  }
}
