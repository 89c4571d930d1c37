package dev.cosmosblog.store;

import dev.cosmosblog.store.config.WritePath;
import dev.cosmosblog.testsupport.Backend;

/** On five physical partitions: the SDK spreads queries over them and merges their answers. */
class FivePartitionsContractTest extends BlogStoreContract {
  FivePartitionsContractTest() {
    super(Backend.fivePartitions(), WritePath.BATCH);
  }
}
