package dev.cosmosblog.local.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmosblog.local.engine.Json;
import dev.cosmosblog.local.request.Consistency;
import dev.cosmosblog.local.request.RequestKind;
import java.util.Optional;
import java.util.function.Supplier;

/** {@code GET /}: the account. The SDK sends all later requests to the endpoint that stands here. */
record AccountResource(Supplier<String> endpoint, Consistency consistency) implements Resource {
  @Override
  public Optional<Route> route(ApiRequest request) {
    return request.path().isEmpty() && request.method().equals("GET")
        ? Optional.of(Route.quick(RequestKind.ACCOUNT, exchange -> ApiResponse.of(200, json())))
        : Optional.empty();
  }

  private ObjectNode json() {
    ObjectNode json = Json.object().put("_self", "").put("id", "local").put("_rid", "local");
    json.put("media", "//media/").put("addresses", "//addresses/").put("_dbs", "//dbs/");
    for (String locations : new String[] {"writableLocations", "readableLocations"}) {
      json.putArray(locations)
          .addObject()
          .put("name", "Local")
          .put("databaseAccountEndpoint", endpoint.get());
    }
    json.put("enableMultipleWriteLocations", false);
    json.putObject("userReplicationPolicy")
        .put("asyncReplication", false)
        .put("minReplicaSetSize", 1)
        .put("maxReplicasetSize", 4);
    json.set("userConsistencyPolicy", policy());
    json.putObject("systemReplicationPolicy")
        .put("minReplicaSetSize", 1)
        .put("maxReplicasetSize", 4);
    json.putObject("readPolicy")
        .put("primaryReadCoefficient", 1)
        .put("secondaryReadCoefficient", 1);
    return json.put("queryEngineConfiguration", "{\"maxSqlQueryInputLength\":524288}");
  }

  /** Bounded staleness has the least bounds that an account of one region may have. */
  private ObjectNode policy() {
    ObjectNode policy = Json.object().put("defaultConsistencyLevel", consistency.text());
    return consistency == Consistency.BOUNDED_STALENESS
        ? policy.put("maxStalenessPrefix", 10).put("maxIntervalInSeconds", 5)
        : policy;
  }
}
