package dev.cosmosblog.local.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmosblog.local.engine.Json;
import dev.cosmosblog.local.engine.Queries;
import dev.cosmosblog.local.query.QueryText;
import java.util.Collection;
import java.util.List;

/** The envelopes of lists. */
final class Feeds {
  private Feeds() {}

  static ApiResponse of(String rid, String name, Collection<? extends JsonNode> rows) {
    ObjectNode json = Json.object().put("_rid", rid);
    ArrayNode array = json.putArray(name);
    rows.forEach(array::add);
    json.put("_count", rows.size());
    return ApiResponse.of(200, json).with(Headers.ITEM_COUNT, String.valueOf(rows.size()));
  }

  /** All of some resources, or those that the request's query asks for. */
  static Collection<? extends JsonNode> select(
      ApiRequest request, Collection<ObjectNode> resources, Queries queries) {
    return request.method().equals("POST")
        ? queries.overResources(resources, QueryText.of(Json.parse(request.body())))
        : List.copyOf(resources);
  }

  static boolean isQuery(ApiRequest request) {
    return request.method().equals("POST") && request.flag(Headers.QUERY);
  }
}
