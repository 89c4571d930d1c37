package dev.cosmosblog.benchmarks.overhead;

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
import dev.cosmosblog.benchmarks.overhead.Comparison.Round;
import dev.cosmosblog.benchmarks.overhead.InThisProcess.Caller;
import dev.cosmosblog.model.CustomProperties;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.item.CommentItem;
import dev.cosmosblog.model.item.FrontPageItem;
import dev.cosmosblog.model.item.ItemDates;
import dev.cosmosblog.model.item.ItemType;
import dev.cosmosblog.model.item.LikeItem;
import dev.cosmosblog.model.item.PostItem;
import dev.cosmosblog.model.item.PostSummaryItem;
import dev.cosmosblog.model.item.UserItem;
import dev.cosmosblog.model.item.UsernameItem;
import dev.cosmosblog.store.config.ContainerNames;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The same requests to Cosmos DB by the SDK alone: the same items, conditions and options, and no
 * more. Nothing is checked before it is sent, nothing sent again, no failure translated; what is
 * read is given back as the records that the SDK makes of it.
 */
final class ByHand implements Caller {
  private static final int NOT_FOUND = 404;
  private static final String LIVE = "FROM c WHERE c.type = 'post' AND NOT IS_DEFINED(c.deleted)";
  private static final String LIST =
      "SELECT TOP @count * FROM c WHERE c.type = @type ORDER BY c.creationDate DESC, c.id DESC";
  private static final String POSTS_OF =
      "SELECT TOP @count * FROM c WHERE c.userId = @userId AND c.type = @type"
          + " ORDER BY c.userId DESC, c.type DESC, c.creationDate DESC, c.id DESC";

  /** One more than the page holds, which tells whether there is a next one. */
  private static final int COUNT = SampleBlog.PAGE + 1;

  private final CosmosContainer users;
  private final CosmosContainer posts;
  private final CosmosContainer feed;
  private final Clock clock = Clock.systemUTC();

  ByHand(CosmosDatabase database) {
    this.users = database.getContainer(ContainerNames.DEFAULT.users());
    this.posts = database.getContainer(ContainerNames.DEFAULT.posts());
    this.feed = database.getContainer(ContainerNames.DEFAULT.feed());
  }

  @Override
  public String label() {
    return "hand";
  }

  @Override
  public UserItem createUser(Round round) {
    reserve(round.name(), round.user());
    UserItem user =
        new UserItem(
            round.user(),
            ItemType.USER,
            round.user(),
            round.name(),
            0,
            CustomProperties.NONE,
            0,
            null);
    users.createItem(user, new PartitionKey(round.user()), withoutBody());
    return user;
  }

  private void reserve(String name, String owner) {
    UsernameItem item = UsernameItem.of(name, UserId.of(owner), clock.instant());
    users.createItem(item, new PartitionKey(item.userId()), withoutBody());
  }

  @Override
  public String renameUser(Round round) {
    PartitionKey key = new PartitionKey(round.user());
    CosmosItemResponse<UserItem> user = users.readItem(round.user(), key, UserItem.class);
    String oldId = UsernameItem.idOf(user.getItem().username());
    PartitionKey oldKey = new PartitionKey(oldId);
    CosmosItemResponse<UsernameItem> old = users.readItem(oldId, oldKey, UsernameItem.class);
    reserve(round.newName(), round.user());
    CosmosPatchItemRequestOptions options = new CosmosPatchItemRequestOptions();
    options.setIfMatchETag(user.getETag()).setContentResponseOnWriteEnabled(false);
    CosmosPatchOperations rename =
        CosmosPatchOperations.create().set("/username", round.newName()).increment("/version", 1);
    users.patchItem(round.user(), key, rename, options, UserItem.class);
    users.deleteItem(oldId, oldKey, withoutBody().setIfMatchETag(old.getETag()));
    return round.newName();
  }

  @Override
  public Optional<UserItem> findUser(String user) {
    return read(users, user, user, UserItem.class)
        .filter(found -> ItemType.USER.equals(found.type()));
  }

  @Override
  public PostItem createPost(Round round) {
    UserItem author = findUser(round.user()).orElseThrow();
    PostItem post =
        new PostItem(
            round.post(),
            ItemType.POST,
            round.post(),
            round.user(),
            author.username(),
            author.version(),
            SampleBlog.TITLE,
            SampleBlog.POST,
            0,
            0,
            ItemDates.text(clock.instant()),
            0,
            0,
            null,
            null,
            null,
            CustomProperties.NONE,
            null);
    posts.createItem(post, new PartitionKey(round.post()), withoutBody());
    return post;
  }

  @Override
  public PostItem editPost(Round round) {
    CosmosPatchItemRequestOptions options = new CosmosPatchItemRequestOptions();
    options.setFilterPredicate(LIVE).setContentResponseOnWriteEnabled(true);
    CosmosPatchOperations edit =
        CosmosPatchOperations.create()
            .set("/title", "another.")
            .set("/content", SampleBlog.POST)
            .increment("/editVersion", 1)
            .set("/updatedAt", ItemDates.text(clock.instant()))
            .increment("/version", 1);
    return posts
        .patchItem(round.post(), new PartitionKey(round.post()), edit, options, PostItem.class)
        .getItem();
  }

  @Override
  public Optional<PostItem> findPost(String post) {
    return read(posts, post, post, PostItem.class).filter(PostItem::isLive);
  }

  @Override
  public List<PostSummaryItem> postsOf(String user) {
    SqlQuerySpec query =
        new SqlQuerySpec(
            POSTS_OF,
            new SqlParameter("@count", COUNT),
            new SqlParameter("@userId", user),
            new SqlParameter("@type", ItemType.POST));
    return list(users, user, query, PostSummaryItem.class);
  }

  @Override
  public CommentItem createComment(Round round) {
    UserItem author = findUser(round.user()).orElseThrow();
    CommentItem comment =
        new CommentItem(
            round.comment(),
            ItemType.COMMENT,
            round.post(),
            round.user(),
            author.username(),
            author.version(),
            SampleBlog.COMMENT,
            ItemDates.text(clock.instant()),
            0,
            null,
            CustomProperties.NONE);
    createAndCount(round.post(), comment, "/commentCount");
    return comment;
  }

  @Override
  public List<CommentItem> commentsOf(String post) {
    return list(posts, post, ofType(ItemType.COMMENT), CommentItem.class);
  }

  @Override
  public LikeItem likePost(Round round) {
    UserItem liker = findUser(round.user()).orElseThrow();
    LikeItem like =
        new LikeItem(
            "like~" + round.user(),
            ItemType.LIKE,
            round.post(),
            round.user(),
            liker.username(),
            liker.version(),
            ItemDates.text(clock.instant()));
    createAndCount(round.post(), like, "/likeCount");
    return like;
  }

  @Override
  public List<LikeItem> likesOf(String post) {
    return list(posts, post, ofType(ItemType.LIKE), LikeItem.class);
  }

  @Override
  public List<PostSummaryItem> recentPosts() {
    return read(feed, FrontPageItem.ID, ItemType.FRONT_PAGE, FrontPageItem.class)
        .orElseThrow()
        .posts();
  }

  private void createAndCount(String post, Object item, String count) {
    CosmosBatch batch = CosmosBatch.createCosmosBatch(new PartitionKey(post));
    batch.createItemOperation(item);
    batch.patchItemOperation(
        post,
        CosmosPatchOperations.create().increment(count, 1).increment("/version", 1),
        new CosmosBatchPatchItemRequestOptions().setFilterPredicate(LIVE));
    CosmosBatchResponse response = posts.executeCosmosBatch(batch);
    if (!response.isSuccessStatusCode()) {
      throw new IllegalStateException("The batch failed with " + response.getStatusCode());
    }
  }

  private static <T> Optional<T> read(
      CosmosContainer container, String id, String partition, Class<T> type) {
    try {
      return Optional.of(container.readItem(id, new PartitionKey(partition), type).getItem());
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
      CosmosContainer container, String partition, SqlQuerySpec query, Class<T> shape) {
    CosmosQueryRequestOptions options = new CosmosQueryRequestOptions();
    options.setPartitionKey(new PartitionKey(partition));
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
