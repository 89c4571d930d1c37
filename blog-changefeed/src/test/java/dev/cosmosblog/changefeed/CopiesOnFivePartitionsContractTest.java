package dev.cosmosblog.changefeed;

import dev.cosmosblog.testsupport.Backend;
import dev.cosmosblog.testsupport.Backend.Conditions;
import dev.cosmoslocal.RequestCounter;
import dev.cosmoslocal.junit.LocalCosmosExtension;
import org.junit.jupiter.api.extension.RegisterExtension;

class CopiesOnFivePartitionsContractTest extends CopiesContract {
  private static final RequestCounter REQUESTS =
      new RequestCounter(request -> request.status() < 400);

  @RegisterExtension
  static final LocalCosmosExtension cosmos =
      Backend.local(Backend.emulator(Conditions.SERVICE).physicalPartitions(5).listener(REQUESTS));

  CopiesOnFivePartitionsContractTest() {
    super(cosmos, 5, REQUESTS);
  }
}
