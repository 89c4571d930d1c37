package dev.cosmoslocal.internal.engine.query;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmoslocal.internal.budget.Budget;
import dev.cosmoslocal.internal.engine.container.Container;
import dev.cosmoslocal.internal.engine.partition.FeedScope;
import dev.cosmoslocal.internal.engine.partition.PartitionInfo;
import dev.cosmoslocal.internal.engine.partition.ReadConsistency;
import dev.cosmoslocal.internal.engine.resource.ServiceLimits;
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
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A query over all physical partitions that somebody looks at without an SDK, which would merge the
 * partitions' answers. Each partition runs, and charges, the rewritten query that an SDK would send
 * to it; the rows are those of the query over all items at once.
 *
 * @param queries runs the queries
 * @param container the container
 * @param consistency what the reader must see
 */
public record MergedQuery(
    ContainerQueries queries, Container container, ReadConsistency consistency) {
  private static final int MAX_ROWS = 1_000;

  /**
   * The work of one physical partition.
   *
   * @param partition its id
   * @param charge modelled request units
   * @param itemsLoaded the number of items that it loaded
   * @param rows the number of rows that it answered with, before they are merged
   */
  public record Part(String partition, double charge, int itemsLoaded, int rows) {}

  /**
   * The rows and the work.
   *
   * @param rows the first rows
   * @param more whether there are more
   * @param parts the work of each partition that was asked
   */
  public record Result(List<JsonNode> rows, boolean more, List<Part> parts) {
    public Result {
      rows = List.copyOf(rows);
      parts = List.copyOf(parts);
    }
  }

  /**
   * Runs a query.
   *
   * @param text the query
   * @param entering is called with the id of each partition before it is used, and may refuse
   * @return the first 1,000 rows
   */
  public Result run(QueryText text, Consumer<String> entering) {
    ObjectNode plan = queries.plan(container, text);
    String rewritten = plan.path("queryInfo").path("rewrittenQuery").asText();
    QueryText each =
        rewritten.isEmpty()
            ? text
            : new QueryText(rewritten.replace(Planner.RESUME_FILTER, "true"), text.parameters());
    List<Part> parts = new ArrayList<>();
    List<PartitionItemSource> sources = new ArrayList<>();
    for (PartitionInfo partition : container.ranges()) {
      if (asked(partition, plan.path("queryRanges"))) {
        entering.accept(partition.id());
        FeedScope scope = new FeedScope.Physical(partition.id(), null);
        parts.add(part(scope, partition.id(), each));
        sources.add(PartitionItemSource.of(container.resolve(scope), consistency));
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
    return new Result(page.documents(), page.continuation() != null, parts);
  }

  private static boolean asked(PartitionInfo partition, JsonNode ranges) {
    for (JsonNode range : ranges) {
      String min = range.path("min").asText();
      boolean point = range.path("isMaxInclusive").asBoolean();
      if (!point || partition.range().contains(min)) {
        return true;
      }
    }
    return false;
  }

  private Part part(FeedScope scope, String id, QueryText text) {
    double charge = 0;
    int loaded = 0;
    int rows = 0;
    @Nullable String next = null;
    Budget budget = Budget.current();
    long before = budget.allocated();
    do {
      QueryResult result = queries.page(container, scope, text, new Paging(-1, next), consistency);
      charge += result.charge();
      loaded += result.page().itemsLoaded() + result.page().itemsCounted();
      rows += result.page().documents().size();
      next = result.page().continuation();
      budget.release(before);
    } while (next != null);
    return new Part(id, charge, loaded, rows);
  }

  /** The items of several partitions as if they were one. */
  private record AllItems(List<PartitionItemSource> sources) implements ItemSource {
    @Override
    public Iterator<StoredItem> candidates(List<PathPredicate> predicates, long afterRid) {
      PriorityQueue<Ahead> waiting = new PriorityQueue<>(Comparator.comparingLong(Ahead::rid));
      sources.forEach(source -> add(waiting, source.candidates(predicates, afterRid)));
      return new Iterator<>() {
        @Override
        public boolean hasNext() {
          return !waiting.isEmpty();
        }

        @Override
        public StoredItem next() {
          Ahead least = waiting.remove();
          add(waiting, least.rest());
          return least.item();
        }
      };
    }

    private static void add(PriorityQueue<Ahead> waiting, Iterator<StoredItem> rest) {
      if (rest.hasNext()) {
        waiting.add(new Ahead(rest.next(), rest));
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
  private record Ahead(StoredItem item, Iterator<StoredItem> rest) {
    long rid() {
      return item.rid();
    }
  }
}
