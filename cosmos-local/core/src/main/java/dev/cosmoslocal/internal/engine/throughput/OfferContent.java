package dev.cosmoslocal.internal.engine.throughput;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmoslocal.internal.engine.resource.EngineException;
import dev.cosmoslocal.internal.engine.resource.Json;

/**
 * The throughput of a database or a container (Microsoft Learn, "Service quotas" and "Provision
 * autoscale throughput").
 */
public record OfferContent(int requestUnits, boolean autoscale) {
  /** The service's default throughput of a container. */
  public static final OfferContent STANDARD = new OfferContent(400, false);

  private static final int MANUAL_LEAST = 400;
  private static final int MANUAL_STEP = 100;
  private static final int AUTOSCALE_LEAST = 1_000;
  private static final int AUTOSCALE_STEP = 1_000;
  private static final int AUTOSCALE_FLOOR = 10;
  private static final int MANUAL_SHARE = 100;
  private static final int AUTOSCALE_SHARE = 10;
  private static final int GREATEST = 1_000_000;

  public OfferContent {
    check(requestUnits, least(autoscale, 0), autoscale);
  }

  private static void check(int requestUnits, int least, boolean autoscale) {
    int step = autoscale ? AUTOSCALE_STEP : MANUAL_STEP;
    if (requestUnits < least || requestUnits > GREATEST || requestUnits % step != 0) {
      throw EngineException.badRequest(
          ("The offer should have valid throughput values between %d and %d inclusive in increments"
                  + " of %d.")
              .formatted(least, GREATEST, step));
    }
  }

  /**
   * The service's minimum, except for what it needs for storage and for more than 25 containers of
   * a database (Microsoft Learn, "Service quotas", "Minimum throughput limits").
   *
   * @param highest the highest RU/s that were ever provisioned
   */
  int least(int highest) {
    return least(autoscale, highest);
  }

  private static int least(boolean autoscale, int highest) {
    return autoscale
        ? Math.max(AUTOSCALE_LEAST, roundedUp(highest / AUTOSCALE_SHARE, AUTOSCALE_STEP))
        : Math.max(MANUAL_LEAST, roundedUp(highest / MANUAL_SHARE, MANUAL_STEP));
  }

  private static int roundedUp(int number, int step) {
    return (number + step - 1) / step * step;
  }

  /**
   * Checks the service's minimum.
   *
   * @param highest the highest RU/s that were ever provisioned
   * @throws EngineException 400 for less
   */
  OfferContent atLeastFor(int highest) {
    check(requestUnits, least(highest), autoscale);
    return this;
  }

  /**
   * Parses the content of an offer.
   *
   * @param content {@code offerThroughput} or {@code offerAutopilotSettings.maxThroughput}
   * @throws EngineException 400 if there is no valid number
   */
  public static OfferContent of(JsonNode content) {
    JsonNode settings = content.path("offerAutopilotSettings");
    boolean autoscale = !settings.isMissingNode() && !settings.isNull();
    JsonNode number = autoscale ? settings.path("maxThroughput") : content.path("offerThroughput");
    boolean valid = number.isIntegralNumber() && number.canConvertToInt();
    return new OfferContent(valid ? number.intValue() : 0, autoscale);
  }

  /**
   * The content as the service shows it. Autoscale shows its minimum, a tenth.
   *
   * @param settings the client's autoscale settings, with further options
   */
  public ObjectNode json(JsonNode settings) {
    ObjectNode json = shownIn(Json.object());
    if (autoscale) {
      json.set("offerAutopilotSettings", settings);
    }
    return json;
  }

  /**
   * The same content with the RU/s that are provisioned now, which clients leave out for autoscale.
   */
  ObjectNode shownIn(ObjectNode content) {
    int shown = autoscale ? requestUnits / AUTOSCALE_FLOOR : requestUnits;
    return content.deepCopy().put("offerThroughput", shown);
  }
}
