package dev.cosmosblog.store;

import dev.cosmosblog.store.config.WritePath;
import dev.cosmosblog.testsupport.Backend;
import dev.cosmosblog.testsupport.Backend.Conditions;

/** On one physical partition, with counts maintained by stored procedures. */
class OnePartitionScriptsContractTest extends BlogStoreContract {
  OnePartitionScriptsContractTest() {
    super(Backend.onePartition(Conditions.SERVICE), WritePath.SCRIPTS);
  }
}
