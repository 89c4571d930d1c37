package dev.cosmosblog.benchmarks.ladder.rung;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosDatabase;
import com.azure.cosmos.CosmosException;
import com.azure.cosmos.models.CosmosBatch;
import com.azure.cosmos.models.CosmosBatchPatchItemRequestOptions;
import com.azure.cosmos.models.CosmosBatchResponse;
import com.azure.cosmos.models.CosmosItemRequestOptions;
import com.azure.cosmos.models.CosmosItemResponse;
import com.azure.cosmos.models.CosmosPatchItemRequestOptions;
import com.azure.cosmos.models.CosmosPatchOperations;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.cosmos.models.FeedResponse;
import com.azure.cosmos.models.PartitionKey;
import com.azure.cosmos.models.SqlParameter;
import com.azure.cosmos.models.SqlQuerySpec;
import dev.cosmosblog.model.Comment;
import dev.cosmosblog.model.Like;
import dev.cosmosblog.model.Post;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.User;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.item.CommentItem;
import dev.cosmosblog.model.item.FrontPageItem;
import dev.cosmosblog.model.item.ItemDates;
import dev.cosmosblog.model.item.ItemType;
import dev.cosmosblog.model.item.LikeItem;
import dev.cosmosblog.model.item.PostItem;
import dev.cosmosblog.model.item.PostSummaryItem;
import dev.cosmosblog.model.item.ReservationItem;
import dev.cosmosblog.model.item.UserItem;
import dev.cosmosblog.store.BlogDatabase;
import dev.cosmosblog.store.internal.schema.QueryTexts;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The library's requests, sent through the SDK alone: the same items, conditions and options.
 * Arguments aren't validated, requests aren't repeated, and exceptions aren't translated. Queries
 * return the records that the SDK reads.
 */
public final class BareSdk extends Library {
  private static final int NOT_FOUND = 404;
  private static final String LIST =
      "SELECT TOP @count * FROM c WHERE c.type = @type ORDER BY c.creationDate DESC, c.id DESC";
  private static final String POSTS_OF =
      "SELECT TOP @count * FROM c WHERE c.userId = @userId AND c.type = @type"
          + " ORDER BY c.userId DESC, c.type DESC, c.creationDate DESC, c.id DESC";

  /** One more than a page has, which shows whether there is a next page. */
  private static final int COUNT = 101;

  private final CosmosContainer users;
  private final CosmosContainer posts;
  private final CosmosContainer feed;
  private final Clock clock = Clock.systemUTC();

  BareSdk(BlogDatabase database) {
    super(database);
    CosmosDatabase containers = database.unwrap(CosmosDatabase.class);
    this.users = containers.getContainer(database.containerNames().users());
    this.posts = containers.getContainer(database.containerNames().posts());
    this.feed = containers.getContainer(database.containerNames().feed());
  }

  @Override
  public void createUser(User user) {
    reserve(user);
    users.createItem(UserItem.of(user), key(user.id()), withoutBody());
  }

  private void reserve(User user) {
    ReservationItem item = ReservationItem.ofUsername(user.username(), user.id(), clock.instant());
    users.createItem(item, new PartitionKey(item.userId()), withoutBody());
  }

  @Override
  public void renameUser(User user) {
    String id = user.id().value();
    CosmosItemResponse<UserItem> before = users.readItem(id, key(user.id()), UserItem.class);
    String oldId = ReservationItem.idOfUsername(before.getItem().name().username());
    PartitionKey oldKey = new PartitionKey(oldId);
    CosmosItemResponse<ReservationItem> old = users.readItem(oldId, oldKey, ReservationItem.class);
    reserve(user);
    CosmosPatchItemRequestOptions options = new CosmosPatchItemRequestOptions();
    options.setIfMatchETag(before.getETag()).setContentResponseOnWriteEnabled(false);
    CosmosPatchOperations rename =
        CosmosPatchOperations.create().set("/username", user.username()).increment("/version", 1);
    users.patchItem(id, key(user.id()), rename, options, UserItem.class);
    users.deleteItem(oldId, oldKey, withoutBody().setIfMatchETag(old.getETag()));
  }

  @Override
  public Optional<UserItem> findUser(UserId id) {
    return read(users, id.value(), key(id), UserItem.class)
        .filter(user -> ItemType.USER.equals(user.type()));
  }

  @Override
  public void createPost(Post post) {
    UserItem author = findUser(post.userId()).orElseThrow();
    Post named =
        new Post(
            post.id(),
            post.userId(),
            author.name().username(),
            post.title(),
            post.content(),
            post.creationDate());
    posts.createItem(PostItem.of(named, author.version()), key(post.id()), withoutBody());
  }

  @Override
  public void editPost(PostId id, String title, String content) {
    CosmosPatchItemRequestOptions options = new CosmosPatchItemRequestOptions();
    options.setFilterPredicate(QueryTexts.IS_LIVE_POST).setContentResponseOnWriteEnabled(true);
    CosmosPatchOperations edit =
        CosmosPatchOperations.create()
            .set("/title", title)
            .set("/content", content)
            .increment("/editVersion", 1)
            .set("/updatedAt", ItemDates.text(clock.instant()))
            .increment("/version", 1);
    posts.patchItem(id.value(), key(id), edit, options, PostItem.class).getItem();
  }

  @Override
  public Optional<PostItem> findPost(PostId id) {
    return read(posts, id.value(), key(id), PostItem.class).filter(PostItem::isLive);
  }

  @Override
  public List<PostSummaryItem> postsOf(UserId user) {
    SqlQuerySpec query =
        new SqlQuerySpec(
            POSTS_OF,
            new SqlParameter("@count", COUNT),
            new SqlParameter("@userId", user.value()),
            new SqlParameter("@type", ItemType.POST));
    return list(users, key(user), query, PostSummaryItem.class);
  }

  @Override
  public void createComment(Comment comment) {
    UserItem author = findUser(comment.userId()).orElseThrow();
    Comment named =
        new Comment(
            comment.id(),
            comment.postId(),
            comment.userId(),
            author.name().username(),
            comment.content(),
            comment.creationDate());
    createAndCount(
        comment.postId(),
        CommentItem.of(named, author.version()),
        "/commentCount",
        QueryTexts.TAKES_COMMENTS);
  }

  @Override
  public List<CommentItem> commentsOf(PostId post) {
    return list(posts, key(post), ofType(ItemType.COMMENT), CommentItem.class);
  }

  @Override
  public void likePost(Like like) {
    UserItem liker = findUser(like.userId()).orElseThrow();
    Like named =
        new Like(like.postId(), like.userId(), liker.name().username(), like.creationDate());
    createAndCount(
        like.postId(),
        LikeItem.of(named, liker.version()),
        "/likeCount",
        QueryTexts.IS_LISTED_POST);
  }

  @Override
  public List<LikeItem> likesOf(PostId post) {
    return list(posts, key(post), ofType(ItemType.LIKE), LikeItem.class);
  }

  @Override
  public List<PostSummaryItem> recentPosts(int count) {
    return read(feed, FrontPageItem.ID, new PartitionKey(ItemType.FRONT_PAGE), FrontPageItem.class)
        .orElseThrow()
        .posts();
  }

  private void createAndCount(PostId post, Object item, String count, String condition) {
    CosmosBatch batch = CosmosBatch.createCosmosBatch(key(post));
    batch.createItemOperation(item);
    batch.patchItemOperation(
        post.value(),
        CosmosPatchOperations.create().increment(count, 1).increment("/version", 1),
        new CosmosBatchPatchItemRequestOptions().setFilterPredicate(condition));
    CosmosBatchResponse response = posts.executeCosmosBatch(batch);
    if (!response.isSuccessStatusCode()) {
      throw new IllegalStateException("The batch failed with " + response.getStatusCode());
    }
  }

  private static PartitionKey key(UserId user) {
    return new PartitionKey(user.value());
  }

  private static PartitionKey key(PostId post) {
    return new PartitionKey(post.value());
  }

  private static <T> Optional<T> read(
      CosmosContainer container, String id, PartitionKey key, Class<T> type) {
    try {
      return Optional.of(container.readItem(id, key, type).getItem());
    } catch (CosmosException e) {
      if (e.getStatusCode() == NOT_FOUND) {
        return Optional.empty();
      }
      throw e;
    }
  }

  private static SqlQuerySpec ofType(String type) {
    return new SqlQuerySpec(
        LIST, new SqlParameter("@count", COUNT), new SqlParameter("@type", type));
  }

  private static <T> List<T> list(
      CosmosContainer container, PartitionKey key, SqlQuerySpec query, Class<T> shape) {
    CosmosQueryRequestOptions options = new CosmosQueryRequestOptions();
    options.setPartitionKey(key);
    List<T> found = new ArrayList<>();
    for (FeedResponse<T> page : container.queryItems(query, options, shape).iterableByPage(COUNT)) {
      found.addAll(page.getResults());
    }
    return found;
  }

  private static CosmosItemRequestOptions withoutBody() {
    return new CosmosItemRequestOptions().setContentResponseOnWriteEnabled(false);
  }
}
