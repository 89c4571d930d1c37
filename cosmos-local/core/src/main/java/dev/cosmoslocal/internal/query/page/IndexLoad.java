package dev.cosmoslocal.internal.query.page;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmoslocal.internal.query.compile.CompiledQuery;
import dev.cosmoslocal.internal.query.compile.PathPredicateCompiler;
import dev.cosmoslocal.internal.query.eval.Evaluator;
import dev.cosmoslocal.internal.query.source.ItemSource;
import dev.cosmoslocal.internal.query.source.StoredItem;
import dev.cosmoslocal.internal.query.value.Values;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Counts the items that the service would load through its index. */
final class IndexLoad {

  private final List<Evaluator> indexed;
  private int items;
  private long bytes;

  IndexLoad(CompiledQuery query, ItemSource source) {
    indexed =
        query.predicates().stream()
            .filter(p -> source.indexed(p.path()))
            .map(PathPredicateCompiler::compile)
            .toList();
  }

  /** Counts an item if it meets all predicates on indexed paths. */
  void offer(StoredItem item, JsonNode[] frame) {
    for (Evaluator predicate : indexed) {
      if (!Values.isTrue(predicate.evaluate(frame))) {
        return;
      }
    }
    add(item);
  }

  void add(StoredItem item) {
    items++;
    bytes += item.bytes();
  }

  void remove(StoredItem item) {
    items--;
    bytes -= item.bytes();
  }

  QueryPage page(CompiledQuery query, PageBuilder page, @Nullable Continuation next) {
    boolean counts = query.counts();
    return new QueryPage(
        page.rows(),
        next == null ? null : next.encode(query.start().carried()),
        counts ? 0 : items,
        counts ? 0 : bytes,
        counts ? items : 0,
        !query.order().isEmpty());
  }
}
