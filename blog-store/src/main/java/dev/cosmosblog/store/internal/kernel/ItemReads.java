package dev.cosmosblog.store.internal.kernel;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import dev.cosmosblog.model.item.ItemType;
import dev.cosmosblog.store.internal.cosmos.ChangePage;
import dev.cosmosblog.store.internal.cosmos.Containers;
import dev.cosmosblog.store.internal.cosmos.ItemContainer;
import dev.cosmosblog.store.internal.cosmos.Operations;
import dev.cosmosblog.store.internal.cosmos.Query;
import dev.cosmosblog.store.internal.item.BlogContainer;
import dev.cosmosblog.store.internal.item.ItemKey;
import dev.cosmosblog.store.internal.item.ItemPlace;
import dev.cosmosblog.store.internal.item.PostCounts;
import dev.cosmosblog.store.internal.item.StoredItem;
import dev.cosmosblog.store.internal.post.PostRepository;
import dev.cosmosblog.store.internal.schema.QueryTexts;
import dev.cosmosblog.store.observe.BlogOperation;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The blog's items as they are stored, those included that the store's own reads would refuse: for
 * programs that go through all of them, to verify, repair or rebuild. All reads block, are bounded
 * in what they return, and are safe for use by many threads.
 */
public final class ItemReads {
  /** The types that {@link QueryTexts#COUNTS_BY_TYPE} groups by. */
  private static final int COUNTED_TYPES = 2;

  private static final int PAGE_SIZE = 100;

  private final Operations operations;
  private final Containers containers;

  public ItemReads(Operations operations, Containers containers) {
    this.operations = operations;
    this.containers = containers;
  }

  /** A group of {@link QueryTexts#COUNTS_BY_TYPE}. */
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record TypeCount(@Nullable String type, long number) {}

  /**
   * The parts in which a container can be read, one for each physical partition of this moment.
   * They stay valid when partitions are split.
   */
  public List<String> ranges(BlogContainer container) {
    return operations.run(BlogOperation.SCAN, context -> containers.of(container).ranges(context));
  }

  /**
   * The next items of a scan, in the order of its container: one query in one physical partition,
   * whose cost grows with what it returns.
   *
   * @return at most {@link ItemScan#count} items; fewer only at the range's end
   */
  public List<StoredItem> scan(ItemScan scan) {
    boolean posts = scan.container() == BlogContainer.POSTS;
    return items(
        BlogOperation.SCAN,
        scan.container(),
        scanQuery(
            posts ? QueryTexts.SCAN_POSTS : QueryTexts.SCAN_BY_ID,
            posts ? QueryTexts.SCAN_POSTS_AFTER : QueryTexts.SCAN_BY_ID_AFTER,
            scan.range(),
            scan.after().orElse(null),
            scan.count()));
  }

  static Query scanQuery(String all, String rest, String range, @Nullable String after, int count) {
    Query query = Query.of(after == null ? all : rest, count).with("@count", count).inRange(range);
    return after == null ? query : query.with("@after", after);
  }

  /**
   * The items with one id, of which there should be one: users and names have ids of their own, but
   * a copy that was left behind has the id of the one that is right. One query in one physical
   * partition.
   *
   * @param range one of {@link #ranges}, of {@link BlogContainer#USERS}
   * @param count how many to read at most, at least 1
   */
  public List<StoredItem> usersOfId(String range, String id, int count) {
    return items(
        BlogOperation.SCAN,
        BlogContainer.USERS,
        Query.of(QueryTexts.OF_ID, count).with("@count", count).with("@id", id).inRange(range));
  }

  /**
   * The next items of one logical partition, in the order of their ids: one query there.
   *
   * @param after where to go on; with an empty id, at the partition's beginning
   * @param count how many to read at most, at least 1
   * @return at most so many items; fewer only at the partition's end
   */
  public List<StoredItem> partition(ItemPlace after, int count) {
    Query query =
        Query.of(QueryTexts.SCAN_BY_ID_AFTER, count)
            .with("@count", count)
            .with("@after", after.id())
            .in(after.partition());
    return items(BlogOperation.SCAN, after.container(), query);
  }

  /** One item: one point read. */
  public Optional<StoredItem> find(ItemPlace place) {
    return operations.run(
        BlogOperation.FIND_ITEM,
        context ->
            containers
                .of(place.container())
                .read(place.key(), StoredItem.class, context)
                .map(ItemContainer.Versioned::item));
  }

  /**
   * Finds an item whose partition key may be missing or no text: one query for its id over all
   * physical partitions.
   *
   * @param place its place; the partition is an empty text if the key is missing or no text
   */
  public Optional<StoredItem> findAnywhere(ItemPlace place) {
    Query query = Query.of(QueryTexts.EVERY_OF_ID, PAGE_SIZE).with("@id", place.id());
    List<StoredItem> found = new ArrayList<>();
    operations.run(
        BlogOperation.FIND_ITEM,
        context -> {
          containers.of(place.container()).each(query, StoredItem.class, context, found::add);
          return found;
        });
    return found.stream().filter(item -> item.place(place.container()).equals(place)).findFirst();
  }

  /**
   * Many items of one container at once: the SDK asks each physical partition that has one of them,
   * which costs less than a point read for each.
   *
   * @param places where they should be; at most 1,000
   */
  public Map<ItemPlace, StoredItem> find(BlogContainer container, Collection<ItemPlace> places) {
    if (places.isEmpty()) {
      return Map.of();
    }
    List<ItemKey> keys = places.stream().distinct().map(ItemPlace::key).toList();
    List<StoredItem> found =
        operations.run(
            BlogOperation.FIND_ITEM,
            context -> containers.of(container).readMany(keys, StoredItem.class, context));
    Map<ItemPlace, StoredItem> byPlace = new HashMap<>();
    found.forEach(item -> byPlace.put(item.place(container), item));
    return byPlace;
  }

  /**
   * The newest posts that are not deleted: one query over all physical partitions.
   *
   * @return the posts, the newest first, whether they can be read or not
   */
  public List<StoredItem> newestPosts(int count) {
    return items(BlogOperation.SCAN, BlogContainer.POSTS, PostRepository.newestPosts(count));
  }

  /**
   * How many comments and likes there are in a post's partition: one query there, whose cost grows
   * with their number.
   */
  public PostCounts count(String postId) {
    Query query = Query.of(QueryTexts.COUNTS_BY_TYPE, COUNTED_TYPES).in(postId);
    List<TypeCount> counts =
        operations.run(
            BlogOperation.COUNT_ITEMS,
            context -> containers.posts().first(COUNTED_TYPES, query, TypeCount.class, context));
    Function<String, Long> number =
        type ->
            counts.stream()
                .filter(count -> type.equals(count.type()))
                .mapToLong(TypeCount::number)
                .sum();
    return new PostCounts(number.apply(ItemType.COMMENT), number.apply(ItemType.LIKE));
  }

  /**
   * A user's likes of a post, of which there should be one at most: one query in the post's
   * partition.
   *
   * @param count how many to read at most
   */
  public List<StoredItem> likes(String postId, String userId, int count) {
    Query query =
        Query.of(QueryTexts.LIKES_OF_USER, count)
            .with("@count", count)
            .with("@userId", userId)
            .in(postId);
    return items(BlogOperation.FIND_ITEM, BlogContainer.POSTS, query);
  }

  /**
   * How many items a container has, by the service's own count, which may be some minutes old: one
   * request, whose cost does not grow with them. Where the service does not tell, they are counted:
   * one query, and one operation, for each physical partition.
   */
  public long number(BlogContainer container) {
    return numberIn(containers.of(container), operations);
  }

  public static long numberIn(ItemContainer container, Operations operations) {
    OptionalLong told = operations.run(BlogOperation.COUNT_ITEMS, container::itemCount);
    if (told.isPresent()) {
      return told.getAsLong();
    }
    long number = 0;
    for (String range : operations.run(BlogOperation.SCAN, container::ranges)) {
      Query query = Query.of(QueryTexts.ITEM_COUNT, 1).inRange(range);
      number +=
          operations
              .run(
                  BlogOperation.COUNT_ITEMS,
                  context -> container.first(1, query, Long.class, context))
              .stream()
              .mapToLong(Long::longValue)
              .sum();
    }
    return number;
  }

  /**
   * When a part was written last, by the service's clock: one query in one physical partition. What
   * has a later time was written after this was asked, and so was all that follows it among the
   * changes of its physical partition.
   *
   * @return the seconds since 1970, or 0 where there is nothing
   */
  public long lastWrite(BlogContainer container, String range) {
    Query query = Query.of(QueryTexts.LAST_WRITE, 1).inRange(range);
    return operations.run(
        BlogOperation.SCAN,
        context ->
            containers.of(container).first(1, query, Long.class, context).stream()
                .mapToLong(Long::longValue)
                .max()
                .orElse(0));
  }

  /**
   * The next changes of a container, in one physical partition: one request. Of each item there is
   * the last one only.
   *
   * @param continuation of the page before, or empty at the container's beginning
   * @param count how many to read, more or less: what one transaction wrote stays together
   * @throws IllegalArgumentException if the continuation can't be read
   */
  public ChangePage changes(
      BlogContainer container, String range, @Nullable String continuation, int count) {
    return operations.run(
        BlogOperation.SCAN,
        context -> containers.of(container).changes(range, continuation, count, context));
  }

  private List<StoredItem> items(BlogOperation operation, BlogContainer container, Query query) {
    return operations.run(
        operation,
        context ->
            containers.of(container).first(query.pageSize(), query, StoredItem.class, context));
  }
}
