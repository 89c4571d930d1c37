package dev.cosmosblog.store.internal.kernel;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import dev.cosmosblog.model.item.ItemType;
import dev.cosmosblog.store.error.SchemaMismatchException;
import dev.cosmosblog.store.internal.cosmos.ContainerRequests;
import dev.cosmosblog.store.internal.cosmos.ContainerRequests.ChangePage;
import dev.cosmosblog.store.internal.cosmos.DatabaseAccess;
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
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The items as they are stored, those included that the store's own reads would refuse, to verify,
 * repair or rebuild. All reads block, return at most the {@code count} that they are asked for, and
 * are safe for many threads.
 */
public final class ItemReads {
  /** The types that {@link QueryTexts#COUNTS_BY_TYPE} groups by. */
  private static final int COUNTED_TYPES = 2;

  private static final int PAGE_SIZE = 100;

  private final Operations operations;
  private final DatabaseAccess database;

  ItemReads(Operations operations, DatabaseAccess database) {
    this.operations = operations;
    this.database = database;
  }

  /** A group of {@link QueryTexts#COUNTS_BY_TYPE}. */
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record TypeCount(@Nullable String type, long number) {}

  /** Returns a range for each physical partition of this moment; they stay valid after splits. */
  public List<String> ranges(BlogContainer container) {
    return rangesOf(database.container(container), operations);
  }

  static List<String> rangesOf(ItemContainer container, Operations operations) {
    return operations.run(
        BlogOperation.SCAN, context -> container.ask(ContainerRequests::ranges, context));
  }

  /**
   * Reads the next items of a range, or its first ones behind null: posts by partition key, so that
   * what belongs to one stands together; users by id. One query; fewer only at the range's end.
   */
  public List<StoredItem> scan(
      BlogContainer container, String range, @Nullable String after, int count) {
    Query query =
        container == BlogContainer.POSTS
            ? scanQuery(QueryTexts.SCAN_POSTS, QueryTexts.SCAN_POSTS_AFTER, range, after, count)
            : scanById(range, after, count);
    return items(BlogOperation.SCAN, container, query);
  }

  static Query scanById(String range, @Nullable String after, int count) {
    return scanQuery(QueryTexts.SCAN_BY_ID, QueryTexts.SCAN_BY_ID_AFTER, range, after, count);
  }

  private static Query scanQuery(
      String all, String rest, String range, @Nullable String after, int count) {
    return after == null
        ? Query.top(all, count).inRange(range)
        : Query.top(rest, count).with("@after", after).inRange(range);
  }

  /** Reads the users' items of one id, copies left behind included: one query in one partition. */
  public List<StoredItem> usersOfId(String range, String id, int count) {
    Query query = Query.top(QueryTexts.OF_ID, count).with("@id", id).inRange(range);
    return items(BlogOperation.SCAN, BlogContainer.USERS, query);
  }

  /** Reads what follows an id, which may be empty, in a logical partition, by id: one query. */
  public List<StoredItem> partition(ItemPlace after, int count) {
    Query query =
        Query.top(QueryTexts.SCAN_BY_ID_AFTER, count)
            .with("@after", after.id())
            .in(after.partition());
    return items(BlogOperation.SCAN, after.container(), query);
  }

  public Optional<StoredItem> find(ItemPlace place) {
    return operations.run(
        BlogOperation.FIND_ITEM,
        context ->
            database.container(place.container()).find(place.key(), StoredItem.class, context));
  }

  /** Finds an item whose key may be no text (an empty partition): one query of all partitions. */
  public Optional<StoredItem> findAnywhere(ItemPlace place) {
    Query query = Query.of(QueryTexts.EVERY_OF_ID, PAGE_SIZE).with("@id", place.id());
    List<StoredItem> found = new ArrayList<>();
    ItemContainer container = database.container(place.container());
    operations.run(
        BlogOperation.FIND_ITEM,
        context -> container.each(query, StoredItem.class, context, found::add));
    return found.stream().filter(item -> item.place(place.container()).equals(place)).findFirst();
  }

  /** Finds up to 1,000 items with one request to each physical partition that has some. */
  public Map<ItemPlace, StoredItem> find(BlogContainer container, Collection<ItemPlace> places) {
    Map<ItemPlace, StoredItem> found = new HashMap<>();
    findMany(
            database.container(container), places.stream().map(ItemPlace::key).toList(), operations)
        .forEach(item -> found.put(item.place(container), item));
    return found;
  }

  static List<StoredItem> findMany(
      ItemContainer container, List<ItemKey> keys, Operations operations) {
    List<ItemKey> distinct = keys.stream().distinct().toList();
    return keys.isEmpty()
        ? List.of()
        : operations.run(
            BlogOperation.FIND_ITEM,
            context -> container.ask(to -> to.readMany(distinct, StoredItem.class), context));
  }

  /** Reads the newest posts that are not deleted, readable or not: one query of all partitions. */
  public List<StoredItem> newestPosts(int count) {
    return items(BlogOperation.SCAN, BlogContainer.POSTS, PostRepository.newestPosts(count));
  }

  /** Counts a post's comments and likes: one query there, whose cost grows with their number. */
  public PostCounts count(String postId) {
    Query query = Query.of(QueryTexts.COUNTS_BY_TYPE, COUNTED_TYPES).in(postId);
    List<TypeCount> counts =
        operations.run(
            BlogOperation.COUNT_ITEMS,
            context -> database.posts().first(query, TypeCount.class, context));
    return new PostCounts(sum(counts, ItemType.COMMENT), sum(counts, ItemType.LIKE));
  }

  private static long sum(List<TypeCount> counts, String type) {
    return counts.stream()
        .filter(count -> type.equals(count.type()))
        .mapToLong(TypeCount::number)
        .sum();
  }

  /** Reads a user's likes of a post, of which there should be one: one query there. */
  public List<StoredItem> likes(String postId, String userId, int count) {
    Query query = Query.top(QueryTexts.LIKES_OF_USER, count).with("@userId", userId).in(postId);
    return items(BlogOperation.FIND_ITEM, BlogContainer.POSTS, query);
  }

  /**
   * Returns the service's own count, which may be some minutes old: one request. Where it does not
   * tell, one query for each physical partition counts.
   */
  public long number(BlogContainer container) {
    return numberIn(database.container(container), operations);
  }

  static long numberIn(ItemContainer container, Operations operations) {
    OptionalLong told =
        operations.run(
            BlogOperation.COUNT_ITEMS,
            context -> container.ask(ContainerRequests::itemCount, context));
    if (told.isPresent()) {
      return told.getAsLong();
    }
    long number = 0;
    for (String range : rangesOf(container, operations)) {
      Query query = Query.of(QueryTexts.ITEM_COUNT, 1).inRange(range);
      List<Long> counted =
          operations.run(
              BlogOperation.COUNT_ITEMS, context -> container.first(query, Long.class, context));
      number += counted.stream().mapToLong(Long::longValue).sum();
    }
    return number;
  }

  /**
   * Returns a range's last write in seconds since 1970 by the service's clock, or 0: one query in
   * one physical partition. An item with a later time was written after this was asked, and so was
   * all that follows it among the changes there.
   */
  public long lastWrite(BlogContainer container, String range) {
    Query query = Query.of(QueryTexts.LAST_WRITE, 1).inRange(range);
    List<Long> found =
        operations.run(
            BlogOperation.SCAN,
            context -> database.container(container).first(query, Long.class, context));
    return found.stream().mapToLong(Long::longValue).max().orElse(0);
  }

  /**
   * Reads the next changes in a range, or its first ones behind null: one request. Of each item
   * there is the last one only. What one transaction wrote stays together, so there may be more
   * than asked for. An {@link IllegalArgumentException} tells a continuation that can't be read.
   */
  public ChangePage changes(
      BlogContainer container, String range, @Nullable String continuation, int count) {
    return operations.run(
        BlogOperation.SCAN,
        context ->
            database
                .container(container)
                .ask(to -> to.changes(range, continuation, count), context));
  }

  private List<StoredItem> items(BlogOperation operation, BlogContainer container, Query query) {
    return operations.run(
        operation,
        context -> database.container(container).first(query, StoredItem.class, context));
  }

  /**
   * Users in a container by {@code /id}, as the article's V1 and V2 keep them. A partition key
   * cannot be changed, so they are copied. The reads are those of {@link ItemReads}.
   */
  public static final class FormerUsers {
    private static final List<String> KEY = List.of("/id");

    private final String name;
    private final ItemContainer users;
    private final Operations operations;

    FormerUsers(String name, ItemContainer users, Operations operations) {
      this.name = name;
      this.users = users;
      this.operations = operations;
    }

    /** Checks the container's key, or throws a {@link SchemaMismatchException}: one request. */
    public void check() {
      List<String> paths =
          operations.run(
              BlogOperation.SCAN,
              context -> users.ask(ContainerRequests::partitionKeyPaths, context));
      if (!paths.equals(KEY)) {
        throw new SchemaMismatchException(name, KEY, paths);
      }
    }

    public long number() {
      return numberIn(users, operations);
    }

    public List<String> ranges() {
      return rangesOf(users, operations);
    }

    public List<StoredItem> scan(String range, @Nullable String after, int count) {
      Query query = scanById(range, after, count);
      return operations.run(
          BlogOperation.SCAN, context -> users.first(query, StoredItem.class, context));
    }

    /** Finds up to 1,000 users at once. */
    public Map<String, StoredItem> find(Collection<String> ids) {
      return findMany(users, ids.stream().map(ItemKey::of).toList(), operations).stream()
          .collect(Collectors.toMap(StoredItem::id, Function.identity(), (one, other) -> other));
    }
  }
}
