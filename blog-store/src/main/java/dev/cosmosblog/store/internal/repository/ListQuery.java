package dev.cosmosblog.store.internal.repository;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cosmosblog.model.Comment;
import dev.cosmosblog.model.Like;
import dev.cosmosblog.model.ListedPost;
import dev.cosmosblog.model.MalformedItemException;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.PostSummary;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.item.CommentItem;
import dev.cosmosblog.model.item.ItemType;
import dev.cosmosblog.model.item.LikeItem;
import dev.cosmosblog.model.item.ListedItem;
import dev.cosmosblog.model.item.ListingItem;
import dev.cosmosblog.model.item.PendingItem;
import dev.cosmosblog.model.item.PostSummaryItem;
import dev.cosmosblog.store.internal.cosmos.Call;
import dev.cosmosblog.store.internal.cosmos.ItemContainer;
import dev.cosmosblog.store.internal.item.StoredItem;
import dev.cosmosblog.store.internal.schema.QueryTexts;
import dev.cosmosblog.store.observe.BlogOperation;
import dev.cosmosblog.store.query.CommentOrder;
import dev.cosmosblog.store.query.Page;
import dev.cosmosblog.store.query.PageRequest;
import dev.cosmosblog.store.query.Visibility;
import dev.cosmosblog.store.spi.Query;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A paged list within one logical partition: items of some types by creation date and id. Each type
 * is a separate query, because the index orders the items of one type; the first one is that of
 * readers, and its tokens don't contain a type.
 *
 * <p>The users container has only one composite index, for a user's posts, so that users and names
 * don't pay for others. The query filters by its first paths and also sorts by them, so that Cosmos
 * DB uses the index for both (Microsoft's page "Indexing policies").
 */
public record ListQuery<I extends ListedItem, T>(
    BlogOperation operation,
    String partition,
    Class<I> shape,
    Function<I, T> value,
    CommentOrder order,
    String text,
    Map<String, Object> pinned,
    List<String> types,
    List<String> orderedBy) {
  private static final ObjectMapper JSON =
      new ObjectMapper().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);
  private static final Set<String> LISTED_TYPES =
      Set.of(ItemType.POST, ItemType.COMMENT, ItemType.LIKE);

  public static ListQuery<PostSummaryItem, PostSummary> posts(UserId user, Visibility visibility) {
    return new ListQuery<>(
        BlogOperation.POSTS_OF,
        user.value(),
        PostSummaryItem.class,
        PostSummaryItem::toSummary,
        CommentOrder.NEWEST_FIRST,
        QueryTexts.LIST_OF_POSTS,
        Map.of("@userId", user.value()),
        types(visibility, ItemType.POST, ItemType.UNPUBLISHED_COPY),
        QueryTexts.ORDER_OF_POSTS);
  }

  public static ListQuery<CommentItem, Comment> comments(
      PostId post, CommentOrder order, Visibility visibility) {
    return new ListQuery<>(
        BlogOperation.COMMENTS_OF,
        post.value(),
        CommentItem.class,
        CommentItem::toComment,
        order,
        QueryTexts.LIST_OF_TYPE,
        Map.of(),
        types(visibility, ItemType.COMMENT, ItemType.HIDDEN_COMMENT),
        QueryTexts.ORDER_OF_TYPE);
  }

  public static ListQuery<LikeItem, Like> likes(PostId post) {
    return new ListQuery<>(
        BlogOperation.LIKES_OF,
        post.value(),
        LikeItem.class,
        LikeItem::toLike,
        CommentOrder.NEWEST_FIRST,
        QueryTexts.LIST_OF_TYPE,
        Map.of(),
        List.of(ItemType.LIKE),
        QueryTexts.ORDER_OF_TYPE);
  }

  /** The published posts of a bucket of a listing. */
  static ListQuery<ListingItem, ListedPost> entries(String bucket) {
    return ofBucket(
        bucket, BlogOperation.ARCHIVE, ListingItem.class, ListingItem::toListedPost, ItemType.POST);
  }

  /** The pending comments of a bucket of their queue. */
  static ListQuery<PendingItem, Comment> pending(String bucket) {
    return ofBucket(
        bucket,
        BlogOperation.PENDING_COMMENTS,
        PendingItem.class,
        PendingItem::toComment,
        ItemType.PENDING_COMMENT);
  }

  private static <I extends ListedItem, T> ListQuery<I, T> ofBucket(
      String bucket, BlogOperation operation, Class<I> shape, Function<I, T> value, String type) {
    return new ListQuery<>(
        operation,
        bucket,
        shape,
        value,
        CommentOrder.NEWEST_FIRST,
        QueryTexts.LIST_OF_BUCKET,
        Map.of("@bucket", bucket),
        List.of(type),
        QueryTexts.ORDER_OF_BUCKET);
  }

  /** The newest published posts of all users. */
  public static Query newestPosts(int count) {
    return newestPosts(count, Optional.empty());
  }

  /** The newest published posts after one of them. */
  public static Query newestPosts(int count, StoredItem behind) {
    JsonNode date = JSON.<JsonNode>valueToTree(behind.properties()).path("creationDate");
    return newestPosts(count, Optional.of(Place.of(date, behind.id(), CommentOrder.NEWEST_FIRST)));
  }

  static Query newestPosts(int count, Optional<Place> behind) {
    String after = behind.map(place -> place.after(CommentOrder.NEWEST_FIRST)).orElse("");
    Query query =
        Query.top(QueryTexts.newestPosts(after), count)
            .with("@type", ItemType.POST)
            .with("@published", "published");
    return behind.map(place -> place.bind(query)).orElse(query);
  }

  private static List<String> types(Visibility visibility, String listed, String unlisted) {
    return switch (visibility) {
      case LISTED -> List.of(listed);
      case UNLISTED -> List.of(unlisted);
      case ALL -> List.of(listed, unlisted);
    };
  }

  /**
   * Reads one page: one query for each type. An item that cannot be read is left out and reported.
   */
  public Page<T> page(ItemContainer container, PageRequest request, Call call) {
    ContinuationTokens tokens = new ContinuationTokens(operation, list());
    Optional<Place> from =
        Optional.ofNullable(request.from()).map(tokens::unwrap).map(Place::parse);
    Slice<T> slice = slice(container, request.size(), from, call);
    return Page.of(slice.values(), slice.end().map(Place::text).map(tokens::wrap).orElse(null));
  }

  /** A page's values, and where it ends if more follow. */
  record Slice<T>(List<T> values, Optional<Place> end) {}

  Slice<T> slice(ItemContainer container, int size, Optional<Place> from, Call call) {
    // One more than the page holds, to detect whether there is a next page.
    int count = size + 1;
    List<Row<I>> found =
        types.size() == 1
            ? rows(
                container,
                query(types.get(0), count, from),
                shape,
                order,
                rows -> rows.size() < count || rows.get(size - 1).isPlaced(),
                call)
            : merged(container, count, from, call);
    boolean more = found.size() == count;
    List<Row<I>> rows = more ? found.subList(0, size) : found;
    List<T> values = readable(rows, value, call);
    return new Slice<>(
        values, more ? Optional.of(rows.get(rows.size() - 1).end()) : Optional.empty());
  }

  private String list() {
    boolean asReadersSee = types.size() == 1 && LISTED_TYPES.contains(types.get(0));
    String key = partition + '\u0000' + order;
    return asReadersSee ? key : key + '+' + String.join("+", types);
  }

  private List<Row<I>> merged(ItemContainer container, int count, Optional<Place> from, Call call) {
    Comparator<Row<I>> oldestFirst =
        Comparator.comparing((Row<I> row) -> row.end().creationDate())
            .thenComparing(row -> row.end().id());
    return types.stream()
        .map(type -> query(type, count, from))
        .flatMap(query -> rows(container, query, shape, order, Row::arePlaced, call).stream())
        .sorted(order == CommentOrder.NEWEST_FIRST ? oldestFirst.reversed() : oldestFirst)
        .limit(count)
        .toList();
  }

  private Query query(String type, int count, Optional<Place> from) {
    String after = from.map(place -> place.after(order)).orElse("");
    String ordered = QueryTexts.orderedBy(orderedBy, order == CommentOrder.NEWEST_FIRST);
    Query query =
        Query.top(text + after + ordered, count).with(pinned).with("@type", type).in(partition);
    return from.map(place -> place.bind(query)).orElse(query);
  }

  /**
   * Reads rows. Reads them again as JSON if the SDK can't deserialize one of them and so returns
   * none, or if the place of a row is needed but unknown.
   */
  static <I extends ListedItem> List<Row<I>> rows(
      ItemContainer container,
      Query query,
      Class<I> shape,
      CommentOrder order,
      Predicate<List<Row<I>>> arePlaced,
      Call call) {
    try {
      List<Row<I>> rows = container.first(query, shape, call).stream().map(Row::of).toList();
      if (arePlaced.test(rows)) {
        return rows;
      }
    } catch (MalformedItemException e) {
      // Read once more.
    }
    return container.first(query, JsonNode.class, call).stream()
        .map(row -> Row.read(row, shape, order))
        .toList();
  }

  /** Reads the rows that can be read: one bad item doesn't cost the whole list. */
  public static <I extends ListedItem, T> List<T> readable(
      List<Row<I>> rows, Function<I, T> reading, Call call) {
    List<T> values = new ArrayList<>(rows.size());
    for (Row<I> row : rows) {
      try {
        if (row.item() != null) {
          values.add(reading.apply(row.item()));
          continue;
        }
      } catch (MalformedItemException e) {
        // Left out like a malformed item.
      }
      call.leftOut(row.id());
    }
    return List.copyOf(values);
  }

  /**
   * A row of a list: the item if it is readable, and its place if the item doesn't determine it.
   */
  public record Row<I extends ListedItem>(String id, @Nullable Place place, @Nullable I item) {
    public static <I extends ListedItem> Row<I> of(I item) {
      return new Row<>(String.valueOf(item.id()), null, item);
    }

    private static <I extends ListedItem> Row<I> read(
        JsonNode row, Class<I> shape, CommentOrder order) {
      String id = row.path("id").asText();
      Place place = Place.of(row.path("creationDate"), id, order);
      try {
        return new Row<>(id, place, JSON.treeToValue(row, shape));
      } catch (JsonProcessingException e) {
        return new Row<>(id, place, null);
      }
    }

    static <I extends ListedItem> boolean arePlaced(List<Row<I>> rows) {
      return rows.stream().allMatch(Row::isPlaced);
    }

    /** Whether the place is known, which it isn't if the date may be null or a number. */
    boolean isPlaced() {
      return place != null || (item != null && Place.isSurelyText(item.creationDate()));
    }

    Place end() {
      return place == null
          ? new Place(String.valueOf(Objects.requireNonNull(item).creationDate()), id)
          : place;
    }
  }

  /**
   * The end of a page: the last item's creation date, empty if it is missing, and id. The SDK's
   * continuation of an ordered query would cost a second request for each page. Places are ordered
   * by Cosmos DB's order of types: missing dates, null, booleans and numbers, strings, arrays and
   * objects.
   */
  record Place(String creationDate, String id) {
    private static final char SEPARATOR = '\u0000';
    // After all ids, and after all dates.
    private static final String LAST = Character.toString(Character.MAX_CODE_POINT);
    private static final String NULL = "\u0001";
    private static final String BEFORE_DATES = " ";
    // A value of another type is converted if the item expects a string.
    private static final Pattern NUMBERS_AND_TRUTHS = Pattern.compile("[-+.0-9eE]+|true|false");

    static boolean isSurelyText(@Nullable String date) {
      return date != null
          && date.compareTo(BEFORE_DATES) > 0
          && !NUMBERS_AND_TRUTHS.matcher(date).matches();
    }

    /**
     * Returns the place of a stored item. Unreadable items share one place after all others, so
     * that no readable item is skipped.
     */
    static Place of(JsonNode date, String id, CommentOrder order) {
      if (date.isMissingNode()) {
        return new Place("", id);
      }
      if (date.isNull()) {
        return new Place(NULL, id);
      }
      if (date.isContainerNode()) {
        return new Place(LAST, "");
      }
      if (date.isTextual() && date.asText().compareTo(BEFORE_DATES) > 0) {
        return new Place(date.asText(), id);
      }
      return order == CommentOrder.NEWEST_FIRST
          ? new Place(NULL, LAST)
          : new Place(BEFORE_DATES, "");
    }

    static Place parse(String text) {
      int separator = text.indexOf(SEPARATOR);
      if (separator < 0) {
        throw ContinuationTokens.altered();
      }
      return new Place(text.substring(0, separator), text.substring(separator + 1));
    }

    String text() {
      return creationDate + SEPARATOR + id;
    }

    /** The condition of the items that come after this place. */
    String after(CommentOrder order) {
      boolean newestFirst = order == CommentOrder.NEWEST_FIRST;
      if (creationDate.isEmpty()) {
        return QueryTexts.behindUndated(newestFirst);
      }
      return creationDate.equals(NULL)
          ? QueryTexts.behindNull(newestFirst)
          : QueryTexts.behindDated(newestFirst);
    }

    Query bind(Query query) {
      Query bound = query.with("@id", id);
      boolean dated = !creationDate.isEmpty() && !creationDate.equals(NULL);
      return dated ? bound.with("@date", creationDate) : bound;
    }
  }
}
