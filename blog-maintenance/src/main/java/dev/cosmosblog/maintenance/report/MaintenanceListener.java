package dev.cosmosblog.maintenance.report;

import dev.cosmosblog.store.SchemaChange;

/** Called on the run's thread. An exception that a listener throws is logged and ignored. */
public interface MaintenanceListener {
  /**
   * Called for each container that an upgrade creates or changes, or would in a dry run.
   *
   * @param change the change
   */
  default void onSchema(SchemaChange change) {}

  /**
   * Called once a second while an upgrade waits for Cosmos DB to rebuild indexes, maybe for hours.
   *
   * @param percent the progress, from 0 to 99, of the container that is least advanced
   */
  default void onIndexing(int percent) {}

  /**
   * Called after each write of an upgrade or a rebuild except repairs, and for each planned write.
   *
   * @param change the kind of write
   * @param item the item; for a like that got another id, its former place
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
   * Called after each page, when the run's checkpoint is stored. A host that verifies or repairs
   * stores the resume token here.
   *
   * @param progress the progress of the run
   */
  default void onPage(MaintenanceProgress progress) {}
}
