package dev.cosmosblog.maintenance.report;

import dev.cosmosblog.store.SchemaChange;

/**
 * Receives the events of a maintenance run, on the run's thread. An exception that a listener
 * throws is logged and ignored.
 */
public interface MaintenanceListener {
  /**
   * Called for each container that an upgrade creates or changes, or that a dry run would.
   *
   * @param change the change
   */
  default void onSchema(SchemaChange change) {}

  /**
   * Called once a second while an upgrade waits for Cosmos DB to rebuild indexes, which can take
   * hours.
   *
   * @param percent the progress of the slowest container, from 0 to 99
   */
  default void onIndexing(int percent) {}

  /**
   * Called after each write of an upgrade or a rebuild except repairs, and for each planned write
   * of a dry run.
   *
   * @param change the kind of write
   * @param item the item; for a like whose id was changed, its former location
   */
  default void onChange(ChangeKind change, ItemLocation item) {}

  /**
   * Called for each finding.
   *
   * @param finding the finding
   */
  default void onFinding(Finding finding) {}

  /**
   * Called after a finding was repaired.
   *
   * @param finding the finding
   */
  default void onRepaired(Finding finding) {}

  /**
   * Called after each page, once the run's checkpoint is stored. To make a verification or repair
   * resumable, store the resume token here.
   *
   * @param progress the progress of the run
   */
  default void onPage(MaintenanceProgress progress) {}
}
