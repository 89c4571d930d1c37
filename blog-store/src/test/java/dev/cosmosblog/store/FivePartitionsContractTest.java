package dev.cosmosblog.store;

import dev.cosmosblog.store.config.WritePath;
import dev.cosmosblog.testsupport.Backend;
import dev.cosmosblog.testsupport.Backend.Conditions;

/** On five physical partitions, among which the SDK distributes queries and merges the results. */
class FivePartitionsContractTest extends BlogStoreContract {
  FivePartitionsContractTest() {
    super(Backend.fivePartitions(Conditions.SERVICE), WritePath.BATCH);
  }
}
