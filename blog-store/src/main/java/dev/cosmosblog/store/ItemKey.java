package dev.cosmosblog.store;

import com.azure.cosmos.models.PartitionKey;

/** Where an item is: its id and its partition key. */
record ItemKey(String id, String partition) {
  PartitionKey partitionKey() {
    return new PartitionKey(partition);
  }
}
