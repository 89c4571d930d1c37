package dev.cosmoslocal.internal.http.resource;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmoslocal.internal.engine.container.Container;
import dev.cosmoslocal.internal.engine.partition.PartitionInfo;
import dev.cosmoslocal.internal.engine.resource.Json;
import dev.cosmoslocal.internal.exchange.Action;
import dev.cosmoslocal.internal.exchange.ApiRequest;
import dev.cosmoslocal.internal.exchange.ApiResponse;
import dev.cosmoslocal.internal.exchange.ContainerLookup;
import dev.cosmoslocal.internal.exchange.Exchange;
import dev.cosmoslocal.internal.exchange.Headers;
import dev.cosmoslocal.internal.exchange.Resource;
import dev.cosmoslocal.internal.exchange.Route;
import java.util.List;
import java.util.Optional;

/** {@code GET …/pkranges}: the physical partitions. The SDK asks until it gets a 304. */
public record PartitionRangesResource(ContainerLookup containers) implements Resource {
  @Override
  public Optional<Route> route(ApiRequest request) {
    return request.isAt(5, "dbs", "colls", "pkranges") && request.method().equals("GET")
        ? Optional.of(Route.quick(Action.READ_PARTITION_RANGES, this::read))
        : Optional.empty();
  }

  private ApiResponse read(Exchange exchange) {
    Container container = containers.of(exchange);
    List<PartitionInfo> ranges = container.ranges();
    // A split gives greater ids than all before.
    int newest = ranges.stream().mapToInt(r -> Integer.parseInt(r.id())).max().orElseThrow();
    String etag = '"' + container.rid() + "-" + newest + '"';
    boolean known =
        exchange.request().header(Headers.IF_NONE_MATCH).filter(etag::equals).isPresent();
    ApiResponse response =
        known
            ? ApiResponse.empty(304)
            : ListResponse.of(
                container.rid(),
                "PartitionKeyRanges",
                ranges.stream().map(range -> json(container, range, ranges.size())).toList());
    return ContainerLookup.named(response.with(Headers.ETAG, etag), exchange, container);
  }

  private static ObjectNode json(Container container, PartitionInfo partition, int count) {
    ObjectNode json = Json.object().put("_rid", partition.rid()).put("id", partition.id());
    json.put(
        "_self", container.json().path("_self").asText() + "pkranges/" + partition.rid() + "/");
    json.put("minInclusive", partition.range().min()).put("maxExclusive", partition.range().max());
    json.put("ridPrefix", Long.parseLong(partition.id())).put("throughputFraction", 1.0 / count);
    json.put("status", "online").put("lsn", partition.lsn());
    ArrayNode parents = json.putArray("parents");
    partition.parents().forEach(parents::add);
    return json;
  }
}
