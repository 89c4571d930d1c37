package dev.cosmoslocal.internal.engine.item;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmoslocal.internal.engine.resource.EngineException;

/**
 * A container's time to live (Microsoft Learn, "Time to Live (TTL) in Azure Cosmos DB").
 *
 * @param on whether items can expire at all
 * @param seconds the default for items; -1 for ever
 */
public record TimeToLive(boolean on, int seconds) {
  public static TimeToLive of(JsonNode defaultTtl) {
    if (defaultTtl.isMissingNode() || defaultTtl.isNull()) {
      return new TimeToLive(false, -1);
    }
    return new TimeToLive(true, seconds(defaultTtl));
  }

  /**
   * The time to live of an item, 0 if it has none; null is invalid (SDK for JavaScript,
   * ttl.spec.ts). It is stored even if items can't expire, because it counts once they can.
   */
  public static int ofItem(JsonNode item) {
    JsonNode ttl = item.path("ttl");
    return ttl.isMissingNode() ? 0 : seconds(ttl);
  }

  /**
   * Checks the default of a container in a request.
   *
   * @throws EngineException 400 for null or any other value that isn't a time to live
   */
  public static void check(JsonNode defaultTtl) {
    if (!defaultTtl.isMissingNode()) {
      seconds(defaultTtl);
    }
  }

  public boolean expired(Item item, long now) {
    return now >= expires(item);
  }

  /** The second of the epoch from which on an item is expired; the greatest number for never. */
  public long expires(Item item) {
    int lifetime = item.ttl() == 0 ? seconds : item.ttl();
    return on && lifetime != -1 ? item.stamp().seconds() + lifetime : Long.MAX_VALUE;
  }

  private static int seconds(JsonNode ttl) {
    double value = ttl.isNumber() ? ttl.doubleValue() : 0;
    if (value != -1 && (value < 1 || value > Integer.MAX_VALUE || value != Math.rint(value))) {
      throw EngineException.badRequest(
          "The input ttl '"
              + ttl.asText()
              + "' is invalid. Ensure to provide a nonzero positive integer less than or equal to"
              + " '2147483647', or -1 which means never expire.");
    }
    return (int) value;
  }
}
