package dev.cosmoslocal.internal.engine.resource;

import com.fasterxml.jackson.databind.JsonNode;

/** Limits of the service (Microsoft Learn, "Azure Cosmos DB service quotas"). */
public final class ServiceLimits {
  /**
   * The bytes of the rows of a page. The service answers with at most 4 MB; the rest is for the
   * envelope.
   */
  public static final int PAGE_BYTES = 4 * 1024 * 1024 - 64 * 1024;

  public static final int ITEM_BYTES = 2 * 1024 * 1024;

  /** The bytes of the request of a batch, or of a bulk request. */
  public static final int BATCH_BYTES = 2 * 1024 * 1024;

  private static final int NESTING_LEVELS = 128;

  private ServiceLimits() {}

  /** Fails with 400 for an item that is nested too deep. */
  public static void checkNesting(JsonNode item) {
    checkNesting(item, 0);
  }

  private static void checkNesting(JsonNode node, int level) {
    if (level > NESTING_LEVELS) {
      throw EngineException.badRequest(
          "The input content is invalid: it is nested deeper than " + NESTING_LEVELS + " levels.");
    }
    for (JsonNode child : node) {
      if (child.isContainerNode()) {
        checkNesting(child, level + 1);
      }
    }
  }
}
