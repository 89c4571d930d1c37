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
  private static final int GREATEST = 1_000_000;

  public OfferContent {
    int least = autoscale ? AUTOSCALE_LEAST : MANUAL_LEAST;
    int step = autoscale ? AUTOSCALE_STEP : MANUAL_STEP;
    if (requestUnits < least || requestUnits > GREATEST || requestUnits % step != 0) {
      throw EngineException.badRequest(
          ("The offer should have valid throughput values between %d and %d inclusive in increments"
                  + " of %d.")
              .formatted(least, GREATEST, step));
    }
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
