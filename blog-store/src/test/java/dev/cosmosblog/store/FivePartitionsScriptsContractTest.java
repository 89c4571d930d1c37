package dev.cosmosblog.store;

import dev.cosmosblog.store.config.WritePath;
import dev.cosmosblog.testsupport.Backend;

/** On five physical partitions, with counts maintained by stored procedures. */
class FivePartitionsScriptsContractTest extends BlogStoreContract {
  FivePartitionsScriptsContractTest() {
    super(Backend.fivePartitions(), WritePath.SCRIPTS);
  }
}
