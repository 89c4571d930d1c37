package dev.cosmosblog.changefeed;

class CopiesOnOnePartitionContractTest extends CopiesContract {
  CopiesOnOnePartitionContractTest() {
    super(1);
  }
}
