package dev.cosmoslocal.internal.http.resource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmoslocal.internal.engine.resource.EngineException;
import dev.cosmoslocal.internal.engine.resource.Json;
import dev.cosmoslocal.internal.engine.throughput.OfferContent;
import dev.cosmoslocal.internal.exchange.ApiRequest;
import dev.cosmoslocal.internal.exchange.Headers;
import java.util.Optional;

/** The throughput in the headers of a request. */
final class RequestedThroughput {
  private RequestedThroughput() {}

  static Optional<ObjectNode> of(ApiRequest request) {
    Optional<String> autopilot = request.header(Headers.AUTOPILOT);
    if (autopilot.isPresent()) {
      if (request.header(Headers.OFFER_THROUGHPUT).isPresent()) {
        throw EngineException.badRequest(
            "Throughput is set by " + Headers.OFFER_THROUGHPUT + " or " + Headers.AUTOPILOT + ".");
      }
      JsonNode settings = Json.parse(autopilot.get());
      ObjectNode content = Json.object().set("offerAutopilotSettings", settings);
      return Optional.of(OfferContent.of(content).json(settings));
    }
    if (request.header(Headers.OFFER_THROUGHPUT).isEmpty()) {
      return Optional.empty();
    }
    int manual = request.number(Headers.OFFER_THROUGHPUT, 0);
    return Optional.of(new OfferContent(manual, false).json(Json.object()));
  }
}
