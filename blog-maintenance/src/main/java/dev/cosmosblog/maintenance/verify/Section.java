package dev.cosmosblog.maintenance.verify;

import java.util.List;
import java.util.Optional;

/** One part of a run: reads a page, and hands on what looks wrong at first sight. */
interface Section {
  /** Where suspects go. */
  interface Sink {
    /**
     * Counts what was read.
     *
     * @param items how many items, in their order
     */
    void scanned(int items);

    /**
     * Looks at suspects again, and mends what is wrong, in their order.
     *
     * @param suspects what looked wrong
     */
    void suspects(List<Suspect> suspects) throws InterruptedException;
  }

  /** The parts that it can be read in. */
  List<String> ranges();

  /** Reads the next page of a range; where to go on, or empty at the range's end. */
  Optional<String> page(String range, Optional<String> after, Sink sink)
      throws InterruptedException;
}
