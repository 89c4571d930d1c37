package dev.cosmosblog.changefeed;

class CopiesOnFivePartitionsContractTest extends CopiesContract {
  CopiesOnFivePartitionsContractTest() {
    super(5);
  }
}
