package dev.cosmosblog.local.internal.engine.changefeed;

import dev.cosmosblog.local.internal.engine.partition.SessionToken;
import dev.cosmosblog.local.internal.engine.version.ItemVersion;
import java.util.List;

/**
 * A page of the change feed in its mode of all versions and deletes.
 *
 * @param versions what was changed, in the order of the changes
 * @param continuation the LSN after which the next page begins
 * @param partition where they come from
 * @param charge modelled request units
 */
public record VersionPage(
    List<ItemVersion> versions, long continuation, SessionToken partition, double charge) {
  /**
   * Copies the versions.
   *
   * @param versions what was changed, in the order of the changes
   * @param continuation the LSN after which the next page begins
   * @param partition where they come from
   * @param charge modelled request units
   */
  public VersionPage {
    versions = List.copyOf(versions);
  }
}
