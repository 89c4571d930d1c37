package dev.cosmosblog.local.engine;

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
    List<Version> versions, long continuation, PartitionMark partition, double charge) {
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
