package dev.cosmosblog.changefeed;

import dev.cosmosblog.local.LocalCosmos;
import dev.cosmosblog.local.RequestCounter;
import dev.cosmosblog.local.junit.LocalCosmosExtension;
import dev.cosmosblog.testing.Backend;
import org.junit.jupiter.api.extension.RegisterExtension;

/** On an account at a distance, whose replicas lag. */
class CopiesLikeTheServiceContractTest extends CopiesContract {
  private static final RequestCounter REQUESTS = new RequestCounter();

  @RegisterExtension
  static final LocalCosmosExtension cosmos =
      Backend.local(
          LocalCosmos.builder()
              .likeTheService(7)
              .enforceThroughput(false)
              .physicalPartitions(1)
              .listener(REQUESTS));

  CopiesLikeTheServiceContractTest() {
    super(cosmos, 1, REQUESTS);
  }
}
