package dev.cosmosblog.store.internal.list;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmosblog.model.MalformedItemException;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.item.CommentItem;
import dev.cosmosblog.model.item.ItemType;
import dev.cosmosblog.model.item.LikeItem;
import dev.cosmosblog.model.item.ListedItem;
import dev.cosmosblog.model.item.PostItem;
import dev.cosmosblog.store.internal.cosmos.ItemContainer;
import dev.cosmosblog.store.internal.cosmos.OperationContext;
import dev.cosmosblog.store.internal.cosmos.Query;
import dev.cosmosblog.store.internal.schema.QueryTexts;
import dev.cosmosblog.store.observe.BlogOperation;
import dev.cosmosblog.store.query.CommentOrder;
import dev.cosmosblog.store.query.Page;
import dev.cosmosblog.store.query.PageRequest;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * A paged list within one logical partition: the items of one type by creation date and, within one
 * millisecond, by id.
 *
 * <p>A user's posts have one composite index and no other, so that users and names pay for none:
 * the query pins its first paths, and names them in the order, too, which is how Cosmos DB knows
 * that the index serves both (Microsoft's page "Indexing policies", queries with a filter and ORDER
 * BY). In the container of posts, the partition and the type have indexes of their own.
 */
public final class ListQuery<I extends ListedItem> {
  private final BlogOperation operation;
  private final String partition;
  private final Class<I> shape;
  private final CommentOrder order;
  private final String text;
  private final Map<String, Object> pinned;
  private final List<String> orderedBy;

  private ListQuery(
      BlogOperation operation,
      String partition,
      Class<I> shape,
      CommentOrder order,
      String text,
      Map<String, Object> pinned,
      List<String> orderedBy) {
    this.operation = operation;
    this.partition = partition;
    this.shape = shape;
    this.order = order;
    this.text = text;
    this.pinned = pinned;
    this.orderedBy = orderedBy;
  }

  /** Returns the list of a user's posts, the newest first. */
  public static ListQuery<PostItem> posts(UserId user) {
    Map<String, Object> pinned = new LinkedHashMap<>();
    pinned.put("@userId", user.value());
    pinned.put("@type", ItemType.POST);
    return new ListQuery<>(
        BlogOperation.POSTS_OF,
        user.value(),
        PostItem.class,
        CommentOrder.NEWEST_FIRST,
        QueryTexts.LIST_OF_POSTS,
        pinned,
        List.of("c.userId", "c.type", "c.creationDate", "c.id"));
  }

  /** Returns the list of a post's comments. */
  public static ListQuery<CommentItem> comments(PostId post, CommentOrder order) {
    return reactions(BlogOperation.COMMENTS_OF, post, CommentItem.class, order, ItemType.COMMENT);
  }

  /** Returns the list of a post's likes, the newest first. */
  public static ListQuery<LikeItem> likes(PostId post) {
    return reactions(
        BlogOperation.LIKES_OF, post, LikeItem.class, CommentOrder.NEWEST_FIRST, ItemType.LIKE);
  }

  private static <I extends ListedItem> ListQuery<I> reactions(
      BlogOperation operation, PostId post, Class<I> shape, CommentOrder order, String type) {
    return new ListQuery<>(
        operation,
        post.value(),
        shape,
        order,
        QueryTexts.LIST_OF_TYPE,
        Map.of("@type", type),
        List.of("c.creationDate", "c.id"));
  }

  /** Reads one page: one query. An item that cannot be read is left out and reported. */
  public <T> Page<T> page(
      ItemContainer container,
      PageRequest request,
      Function<I, T> value,
      OperationContext context) {
    ContinuationTokens tokens = new ContinuationTokens(operation, partition + '\u0000' + order);
    Optional<ListPlace> from = request.from().map(tokens::unwrap).map(ListPlace::parse);
    // One more than the page holds, which tells whether there is a next one.
    int count = request.size() + 1;
    List<ListEntry<I>> found = rows(container, query(count, from), shape, order, context);
    boolean more = found.size() == count;
    List<ListEntry<I>> entries = more ? found.subList(0, request.size()) : found;
    List<T> values = new ArrayList<>(entries.size());
    entries.forEach(entry -> entry.addTo(values, value, context));
    return new Page<>(
        values, more ? tokens.wrap(entries.get(entries.size() - 1).place().text()) : null);
  }

  private Query query(int count, Optional<ListPlace> from) {
    String direction = order == CommentOrder.NEWEST_FIRST ? " DESC" : " ASC";
    String orderBy = " ORDER BY " + String.join(direction + ", ", orderedBy) + direction;
    String after = from.map(place -> place.after(order)).orElse("");
    return Query.of(text + after + orderBy, count)
        .with("@count", count)
        .with(pinned)
        .with(from.map(ListPlace::parameters).orElse(Map.of()))
        .in(partition);
  }

  /**
   * Reads the rows of a list. Where the SDK cannot read one of them it returns none: then they are
   * read once more, as they are.
   */
  public static <I extends ListedItem> List<ListEntry<I>> rows(
      ItemContainer container,
      Query query,
      Class<I> shape,
      CommentOrder order,
      OperationContext context) {
    int count = query.pageSize();
    try {
      return container.first(count, query, shape, context).stream().map(ListEntry::of).toList();
    } catch (MalformedItemException e) {
      return container.first(count, query, JsonNode.class, context).stream()
          .map(row -> ListEntry.read(row, shape, order))
          .toList();
    }
  }
}
