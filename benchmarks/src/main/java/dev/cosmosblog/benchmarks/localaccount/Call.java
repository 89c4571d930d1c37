package dev.cosmosblog.benchmarks.localaccount;

import com.azure.cosmos.CosmosContainer;

/** Something that a client asks for again and again. */
interface Call {
  /** How the table names it. */
  String name();

  /** Makes what the call needs, in a container that no other call uses. */
  void prepare(CosmosContainer container);

  /**
   * Sends it once and checks the answer.
   *
   * @param container the container
   * @param number another one each time, from 0
   */
  void send(CosmosContainer container, int number);

  /** Ends the benchmark where a server answers something else than was asked for. */
  static void check(boolean right, String what) {
    if (!right) {
      throw new IllegalStateException("The server answered wrongly: " + what);
    }
  }
}
