package dev.cosmosblog.changefeed.verify;

import java.util.List;
import java.util.Optional;

/** One part of a run: reads a page, and hands on what looks wrong at first sight. */
interface Section {
  /** Where suspects go. */
  interface Sink {
    /** So many items were read. */
    void scanned(int items);

    /**
     * Looks at suspects again, and mends what is wrong, in their order.
     *
     * @param refresh what the suspects share and must be read anew before each round of looks
     * @return how many were mended
     */
    int suspects(List<Suspect> suspects, Runnable refresh) throws InterruptedException;
  }

  /** The parts that it can be read in. */
  List<String> ranges();

  /** Reads the next page of a range; where to go on, or empty at the range's end. */
  Optional<String> page(String range, Optional<String> after, Sink sink)
      throws InterruptedException;
}
