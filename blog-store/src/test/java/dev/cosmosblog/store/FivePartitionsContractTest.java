package dev.cosmosblog.store;

import dev.cosmosblog.store.config.WritePath;

/** On five physical partitions: the SDK spreads queries over them and merges their answers. */
class FivePartitionsContractTest extends BlogStoreContract {
  FivePartitionsContractTest() {
    super(5, WritePath.BATCH);
  }
}
