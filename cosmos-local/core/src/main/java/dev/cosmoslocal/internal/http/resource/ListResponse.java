package dev.cosmoslocal.internal.http.resource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmoslocal.internal.engine.item.Item;
import dev.cosmoslocal.internal.engine.query.ContainerQueries;
import dev.cosmoslocal.internal.engine.resource.EngineException;
import dev.cosmoslocal.internal.engine.resource.Json;
import dev.cosmoslocal.internal.engine.resource.ServiceLimits;
import dev.cosmoslocal.internal.exchange.ApiRequest;
import dev.cosmoslocal.internal.exchange.ApiResponse;
import dev.cosmoslocal.internal.exchange.Headers;
import dev.cosmoslocal.internal.query.QueryText;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** The responses that list resources. */
final class ListResponse {
  private static final int DEFAULT_PAGE = 100;
  private static final String PAYLOAD = "payload";

  /** The members of a row that a client merges with those of other partitions by their order. */
  private static final Set<String> ENVELOPE = Set.of("_rid", "orderByItems", PAYLOAD);

  /** The owner of the listed resources, and the name of the list. */
  record Owned(String rid, String name) {}

  private ListResponse() {}

  /** A list of items, without their system properties if the request wants none. */
  static ApiResponse ofItems(ApiRequest request, String rid, List<JsonNode> rows) {
    boolean plain = request.flag(Headers.EXCLUDE_SYSTEM_PROPERTIES);
    return of(rid, "Documents", plain ? rows.stream().map(ListResponse::plain).toList() : rows);
  }

  private static JsonNode plain(JsonNode row) {
    if (!(row instanceof ObjectNode item)) {
      return row;
    }
    boolean merged = item.path("orderByItems").isArray() && ENVELOPE.containsAll(names(item));
    if (!merged) {
      return item.deepCopy().without(Item.SYSTEM_PROPERTIES);
    }
    // The client breaks ties by the _rid beside the row, and leaves it out itself.
    ObjectNode envelope = Json.object().setAll(item);
    return item.has(PAYLOAD) ? envelope.set(PAYLOAD, plain(item.path(PAYLOAD))) : envelope;
  }

  private static Set<String> names(ObjectNode item) {
    return item.properties().stream().map(Map.Entry::getKey).collect(Collectors.toSet());
  }

  static ApiResponse of(String rid, String name, Collection<? extends JsonNode> rows) {
    ObjectNode json = Json.object().put("_rid", rid);
    ArrayNode array = json.putArray(name);
    rows.forEach(array::add);
    json.put("_count", rows.size());
    return ApiResponse.of(200, json).with(Headers.ITEM_COUNT, String.valueOf(rows.size()));
  }

  /** The bytes of the rows in a list's body, without the commas between them. */
  static long rowBytes(ApiResponse list, int rows) {
    byte[] body = list.body();
    int begin = 0;
    while (body[begin] != '[') {
      begin++;
    }
    int end = body.length - 1;
    while (body[end] != ']') {
      end--;
    }
    return end - begin - Math.max(1, rows);
  }

  /**
   * Returns a page of resources in a stable order, filtered by the request's query, if any. It has
   * at most 4 MB, unless one resource has more.
   *
   * @throws EngineException 400 for an unknown continuation token
   */
  static ApiResponse page(
      ApiRequest request, Owned owned, Collection<ObjectNode> resources, ContainerQueries queries) {
    return page(request, owned, resources, queries, resource -> {});
  }

  /**
   * Returns a page as above.
   *
   * @param completed adds to a resource what is worth making only for those that are shown, or that
   *     a query sees
   */
  static ApiResponse page(
      ApiRequest request,
      Owned owned,
      Collection<ObjectNode> resources,
      ContainerQueries queries,
      Consumer<ObjectNode> completed) {
    boolean query = request.method().equals("POST");
    if (query) {
      resources.forEach(completed);
    }
    List<ObjectNode> ordered =
        resources.stream().sorted(Comparator.comparing(r -> r.path("_rid").asText())).toList();
    List<? extends JsonNode> all =
        query ? queries.overResources(ordered, QueryText.of(Json.parse(request.body()))) : ordered;
    int from = request.number(Headers.CONTINUATION, 0);
    if (from < 0 || from > all.size()) {
      throw EngineException.badRequest("The continuation token is malformed.");
    }
    int asked = request.number(Headers.MAX_ITEM_COUNT, DEFAULT_PAGE);
    long end = asked < 1 ? all.size() : Math.min(all.size(), (long) from + asked);
    int to = from;
    for (long bytes = 0; to < end; to++) {
      JsonNode row = all.get(to);
      if (!query) {
        completed.accept((ObjectNode) row);
      }
      bytes += Json.bytes(row).length;
      if (bytes > ServiceLimits.PAGE_BYTES && to > from) {
        break;
      }
    }
    ApiResponse response = of(owned.rid(), owned.name(), all.subList(from, to));
    return to < all.size() ? response.with(Headers.CONTINUATION, String.valueOf(to)) : response;
  }
}
