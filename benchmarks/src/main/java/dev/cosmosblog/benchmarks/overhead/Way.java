package dev.cosmosblog.benchmarks.overhead;

import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** A way to make the requests that can be timed. */
interface Way {
  /** Asks one request of a round; how many nanoseconds it took. */
  long ask(BlogRequest request, int round) throws IOException, InterruptedException;

  /**
   * The ways that are compared.
   *
   * @param hand the SDK alone
   * @param store this library
   * @param spring Azure Spring Data Cosmos, where it is there
   */
  record Ways(Way hand, Way store, Optional<? extends Way> spring) {
    /** The two that are compared call by call, another one first in each round. */
    List<Way> inTurn(int round) {
      return round % 2 == 0 ? List.of(hand, store) : List.of(store, hand);
    }
  }
}
