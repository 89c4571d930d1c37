package dev.cosmosblog.store;

import com.azure.cosmos.models.SqlParameter;
import com.azure.cosmos.models.SqlQuerySpec;
import dev.cosmosblog.store.ItemContainer.Query;
import dev.cosmosblog.store.ItemContainer.RawPage;
import java.util.List;
import java.util.function.Function;

/**
 * A paged list within one logical partition: the items of one type, by creation date and, within
 * one millisecond, by id.
 *
 * @param operation the kind of list
 * @param partition whose list it is
 * @param type the items' type
 * @param shape the items' shape
 * @param order their order
 */
record ListQuery<I>(
    BlogOperation operation, String partition, String type, Class<I> shape, CommentOrder order) {
  private static final String NEWEST_FIRST =
      "SELECT * FROM c WHERE c.type = @type ORDER BY c.creationDate DESC, c.id DESC";
  private static final String OLDEST_FIRST =
      "SELECT * FROM c WHERE c.type = @type ORDER BY c.creationDate ASC, c.id ASC";

  <T> Page<T> page(
      ItemContainer container, PageRequest request, Function<I, T> value, RequestMeter meter) {
    ContinuationTokens tokens = new ContinuationTokens(operation, partition + '\u0000' + order);
    String continuation = tokens.unwrap(request.from());
    Query query = new Query(spec(), partition, request.size());
    RawPage<I> page = container.page(query, continuation, shape, meter);
    return new Page<>(page.items().stream().map(value).toList(), tokens.wrap(page.continuation()));
  }

  private SqlQuerySpec spec() {
    String text = order == CommentOrder.NEWEST_FIRST ? NEWEST_FIRST : OLDEST_FIRST;
    return new SqlQuerySpec(text, List.of(new SqlParameter("@type", type)));
  }
}
