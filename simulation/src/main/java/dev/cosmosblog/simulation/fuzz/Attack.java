package dev.cosmosblog.simulation.fuzz;

import java.util.List;

/**
 * Something that a client does on a connection.
 *
 * @param kind its kind, for the table
 * @param request the request that it begins with
 * @param framing how the request becomes bytes
 * @param amount how much of it: copies, bytes or parts
 */
record Attack(String kind, WireRequest request, Framing framing, End end, int amount) {

  /** How a request becomes bytes. */
  enum Framing {
    PLAIN,
    CHUNKED,
    CHUNKED_WRONGLY,
    HALF,
    SLOW,
    TOO_SHORT,
    TOO_LONG,
    TWO_LENGTHS,
    HUGE_HEADER,
    MANY_HEADERS,
    /** Headers of two bytes each, in a head that never ends. */
    SHORT_HEADERS,
    /** A header in very many lines. */
    FOLDED_HEADER,
    OLD_VERSION,
    PIPELINED,
    GARBAGE
  }

  /** The client's behavior after it has sent its bytes. */
  enum End {
    /** Waits for one response, and keeps the connection. */
    ANSWER,
    /** Reads until the emulator closes the connection or stops sending. */
    ALL,
    /** Goes at once. */
    LEAVE,
    /** Reads nothing for a while, and goes. */
    IGNORE
  }

  static Attack plain(String kind, WireRequest request) {
    return new Attack(kind, request, Framing.PLAIN, End.ANSWER, 1);
  }

  /** The ways of breaking HTTP. */
  static final List<Framing> BROKEN = List.of(Framing.values()).subList(1, Framing.values().length);
}
