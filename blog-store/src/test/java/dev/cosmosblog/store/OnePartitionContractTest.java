package dev.cosmosblog.store;

import dev.cosmosblog.store.config.WritePath;

/** On one physical partition: the SDK hands queries through to it as they are. */
class OnePartitionContractTest extends BlogStoreContract {
  OnePartitionContractTest() {
    super(1, WritePath.BATCH);
  }
}
