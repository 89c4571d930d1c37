package dev.cosmosblog.local.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmosblog.local.engine.Json;
import java.util.Optional;

/** Reads what throughput a request asks for. */
final class Throughput {
  private static final int AUTOSCALE_FLOOR = 10;

  private Throughput() {}

  static Optional<ObjectNode> asked(ApiRequest request) {
    Optional<String> autopilot = request.header(Headers.AUTOPILOT);
    if (autopilot.isPresent()) {
      JsonNode settings = Json.parse(autopilot.get());
      int max = settings.path("maxThroughput").asInt();
      ObjectNode content = Json.object().put("offerThroughput", max / AUTOSCALE_FLOOR);
      content.set("offerAutopilotSettings", settings);
      return Optional.of(content);
    }
    int manual = request.number(Headers.OFFER_THROUGHPUT, 0);
    return manual == 0
        ? Optional.empty()
        : Optional.of(Json.object().put("offerThroughput", manual));
  }
}
