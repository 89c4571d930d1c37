package dev.cosmoslocal.internal.http.resource;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmoslocal.internal.engine.resource.Json;
import dev.cosmoslocal.internal.exchange.Action;
import dev.cosmoslocal.internal.exchange.ApiRequest;
import dev.cosmoslocal.internal.exchange.ApiResponse;
import dev.cosmoslocal.internal.exchange.Resource;
import dev.cosmoslocal.internal.exchange.Route;
import dev.cosmoslocal.request.Consistency;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.util.AsciiString;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/**
 * {@code GET /}: the account. The SDK sends all later requests to the endpoint that the response
 * names. That is the host that the client used, which differs from this machine's own where a port
 * is forwarded.
 */
public record AccountResource(
    UnaryOperator<String> endpointOf, Supplier<String> endpoint, Consistency consistency)
    implements Resource {
  private static final Pattern AUTHORITY = Pattern.compile("[\\w.-]{1,255}(:\\d{1,5})?");

  private static final Map<AsciiString, String> STORAGE =
      Map.of(
          AsciiString.cached("x-ms-max-media-storage-usage-mb"), "10240",
          AsciiString.cached("x-ms-media-storage-usage-mb"), "0",
          AsciiString.cached("x-ms-databaseaccount-consumed-mb"), "0",
          AsciiString.cached("x-ms-databaseaccount-reserved-mb"), "0",
          AsciiString.cached("x-ms-databaseaccount-provisioned-mb"), "0");

  @Override
  public Optional<Route> route(ApiRequest request) {
    return request.path().isEmpty() && request.method().equals("GET")
        ? Optional.of(
            Route.quick(
                Action.READ_ACCOUNT,
                exchange -> withStorage(ApiResponse.of(200, json(reached(request))))))
        : Optional.empty();
  }

  /** The media storage of an account, and its use. The SDKs show it. */
  private static ApiResponse withStorage(ApiResponse response) {
    STORAGE.forEach(response::with);
    return response;
  }

  private String reached(ApiRequest request) {
    return request
        .header(HttpHeaderNames.HOST)
        .filter(host -> AUTHORITY.matcher(host).matches())
        .map(endpointOf)
        .orElseGet(endpoint);
  }

  private ObjectNode json(String reached) {
    ObjectNode json = Json.object().put("_self", "").put("id", "local").put("_rid", "local");
    json.put("media", "//media/").put("addresses", "//addresses/").put("_dbs", "//dbs/");
    for (String locations : new String[] {"writableLocations", "readableLocations"}) {
      json.putArray(locations)
          .addObject()
          .put("name", "Local")
          .put("databaseAccountEndpoint", reached);
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

  /** Bounded staleness has the smallest bounds that an account with one region may have. */
  private ObjectNode policy() {
    ObjectNode policy = Json.object().put("defaultConsistencyLevel", consistency.text());
    return consistency == Consistency.BOUNDED_STALENESS
        ? policy.put("maxStalenessPrefix", 10).put("maxIntervalInSeconds", 5)
        : policy;
  }
}
