package dev.cosmosblog.store;

import dev.cosmosblog.store.config.WritePath;

/** On five physical partitions, with counts kept by stored procedures. */
class FivePartitionsScriptsContractTest extends BlogStoreContract {
  FivePartitionsScriptsContractTest() {
    super(5, WritePath.SCRIPTS);
  }
}
