package dev.cosmosblog.store;

import dev.cosmosblog.store.config.WritePath;

/** On one physical partition, with counts kept by stored procedures. */
class OnePartitionScriptsContractTest extends BlogStoreContract {
  OnePartitionScriptsContractTest() {
    super(1, WritePath.SCRIPTS);
  }
}
