package dev.cosmoslocal.internal.engine.definition;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmoslocal.internal.engine.resource.EngineException;

/**
 * The retention of every version and delete of a container, from its {@code changeFeedPolicy} (the
 * SDK's class ChangeFeedPolicy).
 *
 * @param minutes 0 if only the latest versions are retained
 */
public record ChangeFeedRetention(int minutes) {
  private static final int SECONDS_A_MINUTE = 60;

  static ChangeFeedRetention of(JsonNode policy) {
    JsonNode duration = policy.path("retentionDuration");
    if (duration.isMissingNode() || duration.isNull()) {
      return new ChangeFeedRetention(0);
    }
    if (!duration.isIntegralNumber() || !duration.canConvertToInt() || duration.intValue() < 0) {
      throw EngineException.badRequest(
          "The retentionDuration of a changeFeedPolicy is a number of minutes.");
    }
    return new ChangeFeedRetention(duration.intValue());
  }

  public boolean on() {
    return minutes > 0;
  }

  public long seconds() {
    return (long) minutes * SECONDS_A_MINUTE;
  }
}
