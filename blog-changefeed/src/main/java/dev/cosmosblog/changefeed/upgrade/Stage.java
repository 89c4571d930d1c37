package dev.cosmosblog.changefeed.upgrade;

import dev.cosmosblog.changefeed.verify.Finding;
import dev.cosmosblog.changefeed.verify.RepairReport;
import dev.cosmosblog.store.ItemPlace;
import java.util.List;
import java.util.Optional;

/** One part of a run, page by page. */
interface Stage {
  /** Where a stage tells what it does. */
  interface Sink {
    /** Counts what was read. */
    void scanned(long items);

    void changed(RunChange change, ItemPlace place);

    void found(Finding finding);

    /** A finding that its stage counts by itself. */
    void listed(Finding finding);

    void mended(Finding finding);

    /** Within a page, everything before this key is done. */
    void reached(String after);

    /** What a check has found and mended, once, at its end. */
    void checked(RepairReport report);

    /** Adds what the stage used beside its run's budget. */
    void used(double requestUnits);
  }

  RunPhase phase();

  /** How many items there are to read. */
  long total();

  /** The parts that it can be done in. */
  List<String> ranges();

  /** Does the next page of a range; where to go on, or empty at the range's end. */
  Optional<String> page(String range, Optional<String> after, Sink sink)
      throws InterruptedException;
}
