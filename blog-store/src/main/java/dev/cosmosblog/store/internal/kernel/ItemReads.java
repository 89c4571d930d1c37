package dev.cosmosblog.store.internal.kernel;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import dev.cosmosblog.model.item.ItemType;
import dev.cosmosblog.store.error.SchemaMismatchException;
import dev.cosmosblog.store.internal.cosmos.ItemContainer;
import dev.cosmosblog.store.internal.cosmos.Operations;
import dev.cosmosblog.store.internal.item.BlogContainer;
import dev.cosmosblog.store.internal.item.ItemKey;
import dev.cosmosblog.store.internal.item.ItemPlace;
import dev.cosmosblog.store.internal.item.PostCounts;
import dev.cosmosblog.store.internal.item.StoredItem;
import dev.cosmosblog.store.internal.repository.ListQuery;
import dev.cosmosblog.store.internal.schema.PropertyPaths;
import dev.cosmosblog.store.internal.schema.QueryTexts;
import dev.cosmosblog.store.observe.BlogOperation;
import dev.cosmosblog.store.spi.ContainerRequests;
import dev.cosmosblog.store.spi.ContainerRequests.ChangePage;
import dev.cosmosblog.store.spi.Query;
import dev.cosmosblog.store.spi.Response;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads items as they are stored, even malformed ones. All reads block, return at most {@code
 * count} items, and are thread-safe.
 */
public record ItemReads(Operations operations, Function<BlogContainer, ItemContainer> containers) {
  // The types that QueryTexts#COUNTS_BY_TYPE groups by.
  private static final int COUNTED_TYPES = 2;
  private static final int PAGE_SIZE = 100;

  /** A group of {@link QueryTexts#COUNTS_BY_TYPE}. */
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record TypeCount(@Nullable String type, long number) {}

  /** Returns a range for each current physical partition; ranges stay valid after splits. */
  public List<String> ranges(BlogContainer container) {
    return ask(BlogOperation.SCAN, container, ContainerRequests::ranges);
  }

  /**
   * Reads the next items of a range, or the first ones after null: the posts container by partition
   * key, so that the items of a post are together; others by id. Costs one query; returns fewer
   * items only at the range's end.
   */
  public List<StoredItem> scan(
      BlogContainer container, String range, @Nullable String after, int count) {
    Query query =
        container == BlogContainer.POSTS
            ? scanQuery(QueryTexts.SCAN_POSTS, QueryTexts.SCAN_POSTS_AFTER, range, after, count)
            : scanQuery(QueryTexts.SCAN_BY_ID, QueryTexts.SCAN_BY_ID_AFTER, range, after, count);
    return first(BlogOperation.SCAN, container, query, StoredItem.class);
  }

  private static Query scanQuery(
      String all, String rest, String range, @Nullable String after, int count) {
    return after == null
        ? Query.top(all, count).inRange(range)
        : Query.top(rest, count).with("@after", after).inRange(range);
  }

  /** Reads all items with one id, including orphaned copies: one query in one partition. */
  public List<StoredItem> ofId(BlogContainer container, String range, String id, int count) {
    Query query = Query.top(QueryTexts.OF_ID, count).with("@id", id).inRange(range);
    return first(BlogOperation.SCAN, container, query, StoredItem.class);
  }

  /** Reads the items after an id, which may be empty, in a logical partition, by id: one query. */
  public List<StoredItem> partition(ItemPlace after, int count) {
    Query query =
        Query.top(QueryTexts.SCAN_BY_ID_AFTER, count)
            .with("@after", after.id())
            .in(after.partition());
    return first(BlogOperation.SCAN, after.container(), query, StoredItem.class);
  }

  public Optional<StoredItem> find(ItemPlace place) {
    return operations.run(
        BlogOperation.FIND_ITEM,
        call -> containers.apply(place.container()).find(place.key(), StoredItem.class, call));
  }

  /**
   * Finds an item whose key may not be a string (an empty partition): one query of all partitions.
   */
  public Optional<StoredItem> findAnywhere(ItemPlace place) {
    Query query = Query.of(QueryTexts.EVERY_OF_ID, PAGE_SIZE).with("@id", place.id());
    List<StoredItem> found = new ArrayList<>();
    ItemContainer container = containers.apply(place.container());
    operations.execute(
        BlogOperation.FIND_ITEM, call -> container.each(query, StoredItem.class, call, found::add));
    return found.stream().filter(item -> item.place(place.container()).equals(place)).findFirst();
  }

  /** Finds up to 1,000 items with one request to each physical partition that has some. */
  public Map<ItemPlace, StoredItem> find(BlogContainer container, Collection<ItemPlace> places) {
    Map<ItemPlace, StoredItem> found = new HashMap<>();
    find(container, places.stream().map(ItemPlace::key))
        .forEach(item -> found.put(item.place(container), item));
    return found;
  }

  private List<StoredItem> find(BlogContainer container, Stream<ItemKey> keys) {
    List<ItemKey> distinct = keys.distinct().toList();
    return distinct.isEmpty()
        ? List.of()
        : ask(BlogOperation.FIND_ITEM, container, to -> to.readMany(distinct, StoredItem.class));
  }

  /**
   * Reads the newest posts that aren't deleted, readable or not, or the next ones after a post: one
   * query of all partitions; returns fewer posts only at the end.
   */
  public List<StoredItem> newestPosts(int count, @Nullable StoredItem behind) {
    Query query =
        behind == null ? ListQuery.newestPosts(count) : ListQuery.newestPosts(count, behind);
    return first(BlogOperation.SCAN, BlogContainer.POSTS, query, StoredItem.class);
  }

  /** Counts a post's comments and likes: one query there, whose cost grows with their number. */
  public PostCounts count(String postId) {
    Query query = Query.of(QueryTexts.COUNTS_BY_TYPE, COUNTED_TYPES).in(postId);
    List<TypeCount> counts =
        first(BlogOperation.COUNT_ITEMS, BlogContainer.POSTS, query, TypeCount.class);
    return new PostCounts(sum(counts, ItemType.COMMENT), sum(counts, ItemType.LIKE));
  }

  private static long sum(List<TypeCount> counts, String type) {
    return counts.stream()
        .filter(count -> type.equals(count.type()))
        .mapToLong(TypeCount::number)
        .sum();
  }

  /** Reads a user's likes of a post, which may have duplicates: one query there. */
  public List<StoredItem> likes(String postId, String userId, int count) {
    Query query = Query.top(QueryTexts.LIKES_OF_USER, count).with("@userId", userId).in(postId);
    return first(BlogOperation.FIND_ITEM, BlogContainer.POSTS, query, StoredItem.class);
  }

  /** Returns the service's count, minutes old, or counts with one query a physical partition. */
  public long number(BlogContainer container) {
    OptionalLong told = ask(BlogOperation.COUNT_ITEMS, container, ContainerRequests::itemCount);
    if (told.isPresent()) {
      return told.getAsLong();
    }
    long number = 0;
    for (String range : ranges(container)) {
      Query query = Query.of(QueryTexts.ITEM_COUNT, 1).inRange(range);
      List<Long> counted = first(BlogOperation.COUNT_ITEMS, container, query, Long.class);
      number += counted.stream().mapToLong(Long::longValue).sum();
    }
    return number;
  }

  /**
   * Returns a range's last write in seconds since 1970 by the service's clock, or 0: one query in
   * one physical partition. An item with a later time was written after this request, and so were
   * all later changes there.
   */
  public long lastWrite(BlogContainer container, String range) {
    Query query = Query.of(QueryTexts.LAST_WRITE, 1).inRange(range);
    List<Long> found = first(BlogOperation.SCAN, container, query, Long.class);
    return found.stream().mapToLong(Long::longValue).max().orElse(0);
  }

  /**
   * Reads the next changes in a range, or the first ones after null: one request. There is only the
   * latest change of each item. The items of a transaction stay together, so there may be more than
   * requested. Throws an {@link IllegalArgumentException} for an invalid continuation.
   */
  public ChangePage changes(
      BlogContainer container, String range, @Nullable String continuation, int count) {
    return ask(BlogOperation.SCAN, container, to -> to.changes(range, continuation, count));
  }

  private <T> List<T> first(
      BlogOperation operation, BlogContainer container, Query query, Class<T> type) {
    return operations.run(operation, call -> containers.apply(container).first(query, type, call));
  }

  private <T> T ask(
      BlogOperation operation,
      BlogContainer container,
      Function<ContainerRequests, Response<T>> request) {
    return operations.run(operation, call -> containers.apply(container).ask(request, call));
  }

  /**
   * Reads users from a container with partition key {@code /id}, as in the article's V1 and V2, to
   * copy them.
   */
  public record FormerUsers(String name, ItemReads reads) {
    private static final List<String> KEY = List.of(PropertyPaths.ID);

    /** Checks the container's key, or throws a {@link SchemaMismatchException}: one request. */
    public void check() {
      List<String> paths =
          reads.ask(BlogOperation.SCAN, BlogContainer.USERS, ContainerRequests::partitionKeyPaths);
      if (!paths.equals(KEY)) {
        throw new SchemaMismatchException(name, KEY, paths);
      }
    }

    public long number() {
      return reads.number(BlogContainer.USERS);
    }

    public List<String> ranges() {
      return reads.ranges(BlogContainer.USERS);
    }

    public List<StoredItem> scan(String range, @Nullable String after, int count) {
      return reads.scan(BlogContainer.USERS, range, after, count);
    }

    /** Finds up to 1,000 users at once. */
    public Map<String, StoredItem> find(Collection<String> ids) {
      return reads.find(BlogContainer.USERS, ids.stream().map(ItemKey::of)).stream()
          .collect(Collectors.toMap(StoredItem::id, Function.identity(), (one, other) -> other));
    }
  }
}
