package dev.cosmosblog.maintenance.upgrade;

import dev.cosmosblog.maintenance.verify.Finding;
import dev.cosmosblog.maintenance.verify.RepairReport;
import dev.cosmosblog.store.internal.item.ItemPlace;
import java.util.List;
import java.util.Optional;

/** One part of a run, page by page. */
interface Stage {
  /** Where a stage tells what it does. */
  interface Sink {
    /**
     * Counts what was read.
     *
     * @param items how many items, in their order
     */
    void scanned(long items);

    void changed(RunChange change, ItemPlace place);

    void found(Finding finding);

    /**
     * Tells a finding that its stage counts by itself.
     *
     * @param finding what is wrong
     */
    void listed(Finding finding);

    void mended(Finding finding);

    /**
     * Tells how far a check has come.
     *
     * @param found the findings that it will add up at its end
     */
    void checking(long found);

    /**
     * Keeps which second likes are to go, before they do, so that the report tells of them even if
     * the run dies before it can.
     *
     * @param likes what is about to be taken away
     */
    void dropping(List<ItemPlace> likes);

    /**
     * Keeps a place within a page.
     *
     * @param after everything before this key is done
     */
    void reached(String after);

    /**
     * Adds up a check, once, at its end.
     *
     * @param report what it has found and mended
     */
    void checked(RepairReport report);
  }

  RunPhase phase();

  /** How many items there are to read. */
  long total();

  /** The parts that it can be done in. */
  List<String> ranges();

  /**
   * Does the next page of a range; where to go on, or empty at the range's end.
   *
   * @throws IllegalArgumentException if it can't tell where {@code after} is
   */
  Optional<String> page(String range, Optional<String> after, Sink sink)
      throws InterruptedException;
}
