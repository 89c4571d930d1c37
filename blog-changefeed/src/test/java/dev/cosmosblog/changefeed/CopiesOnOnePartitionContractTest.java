package dev.cosmosblog.changefeed;

import dev.cosmosblog.testsupport.Backend;
import dev.cosmosblog.testsupport.Backend.Conditions;
import dev.cosmoslocal.RequestCounter;
import dev.cosmoslocal.junit.LocalCosmosExtension;
import org.junit.jupiter.api.extension.RegisterExtension;

class CopiesOnOnePartitionContractTest extends CopiesContract {
  private static final RequestCounter REQUESTS =
      new RequestCounter(request -> request.status() < 400);

  @RegisterExtension
  static final LocalCosmosExtension cosmos =
      Backend.local(Backend.emulator(Conditions.IDEAL).physicalPartitions(1).listener(REQUESTS));

  CopiesOnOnePartitionContractTest() {
    super(cosmos, 1, REQUESTS);
  }
}
