package dev.cosmosblog.store;

import dev.cosmosblog.store.config.WritePath;
import dev.cosmosblog.testsupport.Backend;

/** On one physical partition, with counts maintained by stored procedures. */
class OnePartitionScriptsContractTest extends BlogStoreContract {
  OnePartitionScriptsContractTest() {
    super(Backend.onePartition(), WritePath.SCRIPTS);
  }
}
