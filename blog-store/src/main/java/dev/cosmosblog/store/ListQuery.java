package dev.cosmosblog.store;

import com.azure.cosmos.models.SqlParameter;
import com.azure.cosmos.models.SqlQuerySpec;
import dev.cosmosblog.model.item.ListedItem;
import dev.cosmosblog.store.ItemContainer.Query;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * A paged list within one logical partition: the items of one type, by creation date and, within
 * one millisecond, by id.
 *
 * @param kind the kind of list
 * @param partition whose list it is
 * @param shape the items' shape
 * @param order their order
 */
record ListQuery<I extends ListedItem>(
    ListKind kind, String partition, Class<I> shape, CommentOrder order) {
  <T> Page<T> page(
      ItemContainer container, PageRequest request, Function<I, T> value, RequestMeter meter) {
    ContinuationTokens tokens =
        new ContinuationTokens(kind.operation(), partition + '\u0000' + order);
    Optional<ListPlace> from = tokens.unwrap(request.from()).map(ListPlace::parse);
    // One more than the page holds, which tells whether there is a next one.
    int count = request.size() + 1;
    Query query = new Query(spec(count, from), partition, count);
    List<ListEntry<I>> found = new ListRows<>(container, shape, order).find(query, meter);
    boolean more = found.size() == count;
    List<ListEntry<I>> entries = more ? found.subList(0, request.size()) : found;
    Optional<ListPlace> end =
        more ? Optional.of(entries.get(entries.size() - 1).place()) : Optional.empty();
    List<T> values = new ArrayList<>(entries.size());
    entries.forEach(entry -> entry.addTo(values, value, meter));
    return new Page<>(values, end.map(ListPlace::text).map(tokens::wrap));
  }

  private SqlQuerySpec spec(int count, Optional<ListPlace> from) {
    List<SqlParameter> parameters = new ArrayList<>();
    parameters.add(new SqlParameter("@count", count));
    parameters.addAll(kind.pinned(partition));
    from.ifPresent(place -> parameters.addAll(place.parameters()));
    String after = from.map(place -> place.after(order)).orElse("");
    return new SqlQuerySpec(kind.where() + after + kind.orderBy(order), parameters);
  }
}
