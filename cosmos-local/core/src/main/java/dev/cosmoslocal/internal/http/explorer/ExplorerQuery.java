package dev.cosmoslocal.internal.http.explorer;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmoslocal.internal.budget.Budget;
import dev.cosmoslocal.internal.engine.container.Container;
import dev.cosmoslocal.internal.engine.partition.FeedScope;
import dev.cosmoslocal.internal.engine.partition.PartitionInfo;
import dev.cosmoslocal.internal.engine.query.ContainerQueries;
import dev.cosmoslocal.internal.engine.query.Paging;
import dev.cosmoslocal.internal.engine.query.PartitionItemSource;
import dev.cosmoslocal.internal.engine.query.QueryResult;
import dev.cosmoslocal.internal.engine.resource.Json;
import dev.cosmoslocal.internal.engine.resource.ServiceLimits;
import dev.cosmoslocal.internal.exchange.ApiResponse;
import dev.cosmoslocal.internal.exchange.Exchange;
import dev.cosmoslocal.internal.exchange.Headers;
import dev.cosmoslocal.internal.query.QueryText;
import dev.cosmoslocal.internal.query.page.PageLimits;
import dev.cosmoslocal.internal.query.page.QueryPage;
import dev.cosmoslocal.internal.query.plan.Planner;
import dev.cosmoslocal.internal.query.source.ItemSource;
import dev.cosmoslocal.internal.query.source.PathPredicate;
import dev.cosmoslocal.internal.query.source.SortKey;
import dev.cosmoslocal.internal.query.source.StoredItem;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * Runs a query over all physical partitions, whose results an SDK would have to merge. Each
 * partition runs, and is charged for, the rewritten query that an SDK would send to it; the rows
 * come from the original query over the items of all partitions.
 */
final class ExplorerQuery {
  private static final int MAX_ROWS = 1_000;

  private final ContainerQueries queries;
  private final Container container;
  private final Exchange exchange;

  ExplorerQuery(ContainerQueries queries, Container container, Exchange exchange) {
    this.queries = queries;
    this.container = container;
    this.exchange = exchange;
  }

  /** Responds with the first 1,000 rows and the work of each partition. */
  ApiResponse run(QueryText text) {
    ObjectNode plan = queries.plan(container, text);
    String rewritten = plan.path("queryInfo").path("rewrittenQuery").asText();
    QueryText perPartition =
        rewritten.isEmpty()
            ? text
            : new QueryText(rewritten.replace(Planner.RESUME_FILTER, "true"), text.parameters());
    ObjectNode json = Json.object();
    ArrayNode rows = json.putArray("Documents");
    ArrayNode parts = json.putArray("parts");
    List<PartitionItemSource> sources = new ArrayList<>();
    double charge = 0;
    for (PartitionInfo partition : container.ranges()) {
      if (mayMatch(partition, plan.path("queryRanges"))) {
        exchange.enter(partition.id());
        FeedScope scope = new FeedScope.Physical(partition.id(), null);
        ObjectNode work = work(scope, partition.id(), perPartition);
        charge += work.path("charge").doubleValue();
        parts.add(work);
        sources.add(PartitionItemSource.of(container.resolve(scope), exchange.readConsistency()));
      }
    }
    QueryPage page =
        queries
            .engine()
            .page(
                text,
                new AllItems(sources),
                new PageLimits(MAX_ROWS, ServiceLimits.PAGE_BYTES, null),
                queries.functions(container));
    page.documents().forEach(rows::add);
    json.put("more", page.continuation() != null);
    exchange.chargeRead(charge);
    return ApiResponse.of(200, json).with(Headers.ITEM_COUNT, String.valueOf(rows.size()));
  }

  private static boolean mayMatch(PartitionInfo partition, JsonNode ranges) {
    for (JsonNode range : ranges) {
      boolean point = range.path("isMaxInclusive").asBoolean();
      if (!point || partition.range().contains(range.path("min").asText())) {
        return true;
      }
    }
    return false;
  }

  /** Runs all pages of a query in a partition, and describes what they cost. */
  private ObjectNode work(FeedScope scope, String id, QueryText text) {
    double charge = 0;
    int loaded = 0;
    int rows = 0;
    @Nullable String next = null;
    Budget budget = Budget.current();
    long before = budget.allocated();
    do {
      QueryResult result =
          queries.page(container, scope, text, new Paging(-1, next), exchange.readConsistency());
      charge += result.charge();
      loaded += result.page().itemsLoaded() + result.page().itemsCounted();
      rows += result.page().documents().size();
      next = result.page().continuation();
      budget.release(before);
    } while (next != null);
    exchange.addLoaded(loaded);
    return Json.object()
        .put("id", id)
        .put("charge", charge)
        .put("loaded", loaded)
        .put("rows", rows);
  }

  /** The items of several partitions, in the order of their resource ids. */
  private record AllItems(List<PartitionItemSource> sources) implements ItemSource {
    @Override
    public Iterator<StoredItem> candidates(List<PathPredicate> predicates, long afterRid) {
      PriorityQueue<NextItem> next = new PriorityQueue<>(Comparator.comparingLong(NextItem::rid));
      sources.forEach(source -> add(next, source.candidates(predicates, afterRid)));
      return new Iterator<>() {
        @Override
        public boolean hasNext() {
          return !next.isEmpty();
        }

        @Override
        public StoredItem next() {
          NextItem least = next.remove();
          add(next, least.rest());
          return least.item();
        }
      };
    }

    private static void add(PriorityQueue<NextItem> next, Iterator<StoredItem> rest) {
      if (rest.hasNext()) {
        next.add(new NextItem(rest.next(), rest));
      }
    }

    @Override
    public boolean indexed(List<String> path) {
      return sources.isEmpty() || sources.get(0).indexed(path);
    }

    @Override
    public boolean orderable(List<SortKey> order) {
      return sources.isEmpty() || sources.get(0).orderable(order);
    }
  }

  /** The next item of a partition, and those after it. */
  private record NextItem(StoredItem item, Iterator<StoredItem> rest) {
    long rid() {
      return item.rid();
    }
  }
}
