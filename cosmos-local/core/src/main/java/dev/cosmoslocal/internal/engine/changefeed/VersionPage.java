package dev.cosmoslocal.internal.engine.changefeed;

import dev.cosmoslocal.internal.engine.partition.SessionToken;
import dev.cosmoslocal.internal.engine.version.ItemVersion;
import java.util.List;

/**
 * A page of the change feed in its mode for all versions and deletes.
 *
 * @param continuation the LSN after which the next page begins
 */
public record VersionPage(
    List<ItemVersion> versions, long continuation, SessionToken sessionToken, double charge) {
  public VersionPage {
    versions = List.copyOf(versions);
  }
}
