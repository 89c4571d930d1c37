package dev.cosmoslocal.internal.http.resource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmoslocal.internal.engine.item.Item;
import dev.cosmoslocal.internal.engine.query.ContainerQueries;
import dev.cosmoslocal.internal.engine.query.Paging;
import dev.cosmoslocal.internal.engine.resource.EngineException;
import dev.cosmoslocal.internal.engine.resource.Json;
import dev.cosmoslocal.internal.engine.resource.ResourceIds;
import dev.cosmoslocal.internal.engine.resource.ServiceLimits;
import dev.cosmoslocal.internal.exchange.ApiRequest;
import dev.cosmoslocal.internal.exchange.ApiResponse;
import dev.cosmoslocal.internal.exchange.Headers;
import dev.cosmoslocal.internal.query.QueryText;
import dev.cosmoslocal.internal.query.page.QueryPage;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

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
   * at most 4 MB, unless one resource has more. The next page continues after its last resource,
   * even if that has been deleted.
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
    int asked = request.number(Headers.MAX_ITEM_COUNT, DEFAULT_PAGE);
    int max = asked < 1 ? -1 : asked;
    String continuation = request.header(Headers.CONTINUATION).orElse(null);
    if (request.method().equals("POST")) {
      resources.forEach(completed);
      QueryPage page =
          queries.overResources(
              resources, QueryText.of(Json.parse(request.body())), new Paging(max, continuation));
      return continued(of(owned.rid(), owned.name(), page.documents()), page.continuation());
    }
    long after = continuation == null ? -1 : position(continuation);
    List<ObjectNode> rest =
        resources.stream()
            .filter(resource -> position(rid(resource)) > after)
            .sorted(Comparator.comparing(resource -> position(rid(resource))))
            .toList();
    int end = max == -1 ? rest.size() : Math.min(rest.size(), max);
    int to = 0;
    for (long bytes = 0; to < end; to++) {
      ObjectNode row = rest.get(to);
      completed.accept(row);
      bytes += Json.bytes(row).length;
      if (bytes > ServiceLimits.PAGE_BYTES && to > 0) {
        break;
      }
    }
    return continued(
        of(owned.rid(), owned.name(), rest.subList(0, to)),
        to < rest.size() ? rid(rest.get(to - 1)) : null);
  }

  private static ApiResponse continued(ApiResponse response, @Nullable String continuation) {
    return continuation == null ? response : response.with(Headers.CONTINUATION, continuation);
  }

  private static String rid(ObjectNode resource) {
    return resource.path("_rid").asText();
  }

  private static long position(String rid) {
    return ResourceIds.position(rid)
        .orElseThrow(() -> EngineException.badRequest("The continuation token is malformed."));
  }
}
