package dev.cosmosblog.store;

/** On five physical partitions, with counts kept by stored procedures. */
class FivePartitionsScriptsContractTest extends BlogStoreContract {
  FivePartitionsScriptsContractTest() {
    super(5, WritePath.SCRIPTS);
  }
}
