package dev.cosmosblog.store;

import dev.cosmosblog.store.config.WritePath;
import dev.cosmosblog.testsupport.Backend;

/** On one physical partition: the SDK hands queries through to it as they are. */
class OnePartitionContractTest extends BlogStoreContract {
  OnePartitionContractTest() {
    super(Backend.onePartition(), WritePath.BATCH);
  }
}
