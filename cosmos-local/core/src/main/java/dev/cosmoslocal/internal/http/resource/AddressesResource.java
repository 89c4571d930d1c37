package dev.cosmoslocal.internal.http.resource;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmoslocal.internal.engine.container.Container;
import dev.cosmoslocal.internal.engine.partition.PartitionInfo;
import dev.cosmoslocal.internal.engine.resource.EngineException;
import dev.cosmoslocal.internal.engine.resource.Json;
import dev.cosmoslocal.internal.exchange.Action;
import dev.cosmoslocal.internal.exchange.ApiRequest;
import dev.cosmoslocal.internal.exchange.ApiResponse;
import dev.cosmoslocal.internal.exchange.ContainerLookup;
import dev.cosmoslocal.internal.exchange.Exchange;
import dev.cosmoslocal.internal.exchange.Handler;
import dev.cosmoslocal.internal.exchange.Headers;
import dev.cosmoslocal.internal.exchange.PathDecoder;
import dev.cosmoslocal.internal.exchange.ReplicaAddress;
import dev.cosmoslocal.internal.exchange.Route;
import dev.cosmoslocal.internal.exchange.WorkKind;
import dev.cosmoslocal.request.RequestKind;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.QueryStringDecoder;
import java.net.URI;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * {@code GET /addresses/?$resolveFor=…}: the replicas of physical partitions, for clients in direct
 * mode. All have the host and port of the request, so that they are reachable where it is, and
 * differ in their paths (classes GatewayAddressCache and Address of the SDK for Java).
 */
public record AddressesResource(ContainerLookup containers, Supplier<String> endpoint) {
  private static final String PROTOCOL = "rntbd";
  private static final String MASTER_PARTITION = "M";
  private static final String DEFAULT_PORT = ":443";

  /**
   * Returns the request as its client has signed it: one for the resource in the parameter {@code
   * $resolveFor}. The parameter {@code $filter} has the protocol that the client speaks.
   */
  public static ApiRequest signed(String uri, HttpHeaders headers) {
    QueryStringDecoder query = new QueryStringDecoder(uri);
    if (parameter(query, "$filter").endsWith("https")) {
      throw EngineException.badRequest(
          "Direct mode over HTTPS isn't available. Use gateway mode, or direct mode over TCP.");
    }
    HttpHeaders all = headers.copy();
    all.set(Headers.PARTITION_RANGE, parameter(query, "$partitionKeyRangeIds"));
    return new ApiRequest("GET", PathDecoder.segments(parameter(query, "$resolveFor")), all);
  }

  private static String parameter(QueryStringDecoder query, String name) {
    return query.parameters().getOrDefault(name, List.of("")).get(0);
  }

  /** The route of a request as it was signed. */
  public Route route(ApiRequest request) {
    if (request.isAt(1, "dbs")) {
      return route(Action.READ_ACCOUNT, this::ofMaster);
    }
    if (request.isAt(5, "dbs", "colls", "docs")) {
      return route(Action.READ_PARTITION_RANGES, this::ofContainer);
    }
    throw EngineException.badRequest(
        "Only dbs and dbs/{_rid}/colls/{_rid}/docs have replicas, not /"
            + String.join("/", request.path())
            + ".");
  }

  private static Route route(Action action, Handler handler) {
    return new Route(action, RequestKind.ADDRESSES, handler, WorkKind.QUICK);
  }

  private ApiResponse ofMaster(Exchange exchange) {
    ApiRequest request = exchange.request();
    return response("", replicas(request, ReplicaAddress.MASTER, MASTER_PARTITION));
  }

  private ApiResponse ofContainer(Exchange exchange) {
    ApiRequest request = exchange.request();
    Container container = containers.of(exchange);
    Set<String> asked = Set.of(request.header(Headers.PARTITION_RANGE).orElse("").split(","));
    return response(
        container.rid(),
        container.ranges().stream()
            .map(PartitionInfo::id)
            .filter(asked::contains)
            .flatMap(id -> replicas(request, container.rid(), id)));
  }

  private static ApiResponse response(String rid, Stream<ObjectNode> replicas) {
    return ListResponse.of(rid, "Addresss", replicas.toList());
  }

  private Stream<ObjectNode> replicas(ApiRequest request, String owner, String partition) {
    String authority = authority(request);
    return ReplicaAddress.of(owner, partition).stream()
        .map(
            replica ->
                Json.object()
                    .put("isPrimary", replica.isPrimary())
                    .put("protocol", PROTOCOL)
                    .put("physcialUri", PROTOCOL + "://" + authority + replica.path())
                    .put("partitionKeyRangeId", partition));
  }

  /** The host and port by which the client has reached the server. */
  private String authority(ApiRequest request) {
    String host =
        request
            .header(HttpHeaderNames.HOST)
            .orElseGet(() -> Objects.requireNonNull(URI.create(endpoint.get()).getAuthority()));
    return host.lastIndexOf(':') > host.lastIndexOf(']') ? host : host + DEFAULT_PORT;
  }
}
