package dev.cosmosblog.maintenance.upgrade;

import dev.cosmosblog.maintenance.verify.Finding;
import dev.cosmosblog.store.internal.item.ItemPlace;
import dev.cosmosblog.store.SchemaChange;

/**
 * Hears how an upgrade or a rebuild goes, on its thread. What a listener throws is logged, and ends
 * nothing.
 */
public interface RunListener {
  /**
   * A container is made or changed; in a dry run, would be.
   *
   * @param change which one
   */
  default void onSchema(SchemaChange change) {}

  /**
   * Indexes that were changed are waited for, which may take hours in a large container: once a
   * second.
   *
   * @param percent how far Cosmos DB has come with them, from 0 to 99, in the container that is the
   *     least far
   */
  default void onIndexing(int percent) {}

  /**
   * Something was written; in a dry run, would be. What the check at the end mends is told by
   * {@link #onMended} instead.
   *
   * @param change what
   * @param place the item; of a like that was moved, where it was before
   */
  default void onChange(RunChange change, ItemPlace place) {}

  /**
   * Something is wrong.
   *
   * @param finding what
   */
  default void onFinding(Finding finding) {}

  /**
   * A finding was mended.
   *
   * @param finding what was wrong
   */
  default void onMended(Finding finding) {}

  /**
   * A page is done, and the run's place is kept.
   *
   * @param progress how far it has come
   */
  default void onPage(RunProgress progress) {}
}
