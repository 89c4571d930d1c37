package dev.cosmosblog.store;

import dev.cosmosblog.store.config.WritePath;
import dev.cosmosblog.testing.Backend;

/** On an account at a distance, whose replicas lag. */
class LikeTheServiceContractTest extends BlogStoreContract {
  LikeTheServiceContractTest() {
    super(Backend.likeTheService(7), WritePath.BATCH);
  }
}
