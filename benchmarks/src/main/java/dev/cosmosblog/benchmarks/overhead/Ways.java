package dev.cosmosblog.benchmarks.overhead;

import java.util.List;
import java.util.Optional;

/**
 * What is compared.
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
