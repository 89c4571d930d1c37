package dev.cosmosblog.local.internal.engine.throughput;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmosblog.local.internal.engine.resource.EngineException;
import dev.cosmosblog.local.internal.engine.resource.Json;

/**
 * How much throughput is asked for (Microsoft Learn, "Service quotas" and "Provision autoscale
 * throughput").
 *
 * @param requestUnits RU/s: what is provisioned, or the greatest that autoscale goes to
 * @param autoscale whether it is scaled
 */
public record OfferContent(int requestUnits, boolean autoscale) {
  /** What the service gives a container for which nobody asked for throughput. */
  public static final OfferContent STANDARD = new OfferContent(400, false);

  private static final int MANUAL_LEAST = 400;
  private static final int MANUAL_STEP = 100;
  private static final int AUTOSCALE_LEAST = 1_000;
  private static final int AUTOSCALE_STEP = 1_000;
  private static final int AUTOSCALE_FLOOR = 10;
  private static final int GREATEST = 1_000_000;

  /**
   * Checks the number.
   *
   * @param requestUnits RU/s
   * @param autoscale whether it is scaled
   * @throws EngineException 400 if it is out of bounds
   */
  public OfferContent {
    int least = autoscale ? AUTOSCALE_LEAST : MANUAL_LEAST;
    int step = autoscale ? AUTOSCALE_STEP : MANUAL_STEP;
    if (requestUnits < least || requestUnits > GREATEST || requestUnits % step != 0) {
      throw EngineException.badRequest(
          "The offer should have valid throughput values between %d and %d inclusive in increments of %d."
              .formatted(least, GREATEST, step));
    }
  }

  /**
   * Reads the content of an offer.
   *
   * @param content {@code offerThroughput} or {@code offerAutopilotSettings.maxThroughput}
   * @return the throughput
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
   * The content as the service shows it; autoscale shows the tenth that it falls to.
   *
   * @param settings what was asked of autoscale, with options of its own
   * @return a new object
   */
  public ObjectNode json(JsonNode settings) {
    ObjectNode json = shownIn(Json.object());
    if (autoscale) {
      json.set("offerAutopilotSettings", settings);
    }
    return json;
  }

  /**
   * The same content with the RU/s that are provisioned now; clients that ask for autoscale leave
   * them out.
   */
  ObjectNode shownIn(ObjectNode content) {
    int shown = autoscale ? requestUnits / AUTOSCALE_FLOOR : requestUnits;
    return content.deepCopy().put("offerThroughput", shown);
  }
}
