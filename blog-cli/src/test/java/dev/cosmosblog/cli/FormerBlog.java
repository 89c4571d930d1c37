package dev.cosmosblog.cli;

import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosDatabase;
import com.azure.cosmos.models.CosmosItemRequestOptions;
import com.azure.cosmos.models.PartitionKey;
import dev.cosmosblog.changefeed.BlogChangeFeed;
import dev.cosmosblog.model.CommentId;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.item.ItemDates;
import dev.cosmosblog.store.BlogDatabase;
import dev.cosmosblog.store.BlogStore;
import dev.cosmosblog.store.command.CreateComment;
import dev.cosmosblog.store.command.CreatePost;
import dev.cosmosblog.store.command.CreateUser;
import dev.cosmosblog.store.command.LikePost;
import dev.cosmosblog.store.config.ContainerNames;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/**
 * A small blog, as the article's application in one of its versions leaves it, or as this library
 * does: 6 users, 18 posts, and up to 6 comments and likes of each post.
 */
final class FormerBlog {
  static final int USERS = 6;
  static final int POSTS = 18;
  private static final Instant FIRST_DAY = Instant.parse("2026-01-01T00:00:00Z");

  /** The article's versions. */
  enum Version {
    /** Items refer to users by id, and carry no names and no counts. */
    V1,
    /** Items carry their author's name, and posts their counts. */
    V2,
    /** Posts are copied beside their author and onto the front page, each as an item. */
    V3
  }

  private final Version version;
  private final CosmosContainer users;
  private final CosmosContainer posts;
  private final CosmosContainer feed;
  private int likes;

  private FormerBlog(Version version, CosmosDatabase database) {
    this.version = version;
    database.createContainerIfNotExists("users", version == Version.V3 ? "/userId" : "/id");
    database.createContainerIfNotExists("posts", "/postId");
    if (version == Version.V3) {
      database.createContainerIfNotExists("feed", "/type");
    }
    this.users = database.getContainer("users");
    this.posts = database.getContainer("posts");
    this.feed = database.getContainer("feed");
  }

  /**
   * Returns the library's containers. V1 and V2 have a {@code users} with another partition key.
   */
  static ContainerNames names(Version version) {
    return hasFormerUsers(version)
        ? new ContainerNames("members", "posts", "feed", "leases")
        : ContainerNames.DEFAULT;
  }

  static boolean hasFormerUsers(Version version) {
    return version != Version.V3;
  }

  /** Writes the blog in the article's shapes; u0 likes p0 twice, which the article allows. */
  static void write(Version version, BlogDatabase connection) {
    CosmosDatabase database = connection.unwrap(CosmosDatabase.class);
    connection.unwrap(CosmosClient.class).createDatabaseIfNotExists(database.getId());
    FormerBlog blog = new FormerBlog(version, database);
    for (int user = 0; user < USERS; user++) {
      blog.createUser(user);
    }
    for (int post = 0; post < POSTS; post++) {
      blog.createPost(post);
      for (int reader = 0; reader <= post % USERS; reader++) {
        blog.createComment(post, reader);
        blog.createLike(post, reader);
      }
    }
    blog.createLike(0, 0);
  }

  private void createUser(int user) {
    String id = user(user).value();
    Map<String, Object> item = new HashMap<>(Map.of("id", id, "username", name(user)));
    if (version == Version.V3) {
      item.putAll(Map.of("type", "user", "userId", id));
    }
    create(users, id, item);
  }

  private void createPost(int post) {
    String id = post(post).value();
    Map<String, Object> item = item(id, "post", post, post % USERS);
    item.putAll(Map.of("title", "Title", "content", "Content"));
    if (version != Version.V1) {
      int readers = post % USERS + 1;
      item.putAll(Map.of("commentCount", readers, "likeCount", post == 0 ? 2 : readers));
    }
    create(posts, id, item);
    if (version == Version.V3) {
      create(users, user(post % USERS).value(), item);
      create(feed, "post", item);
    }
  }

  private void createComment(int post, int reader) {
    Map<String, Object> item = item("c" + post + "-" + reader, "comment", post, reader);
    item.put("content", "Comment");
    create(posts, post(post).value(), item);
  }

  /** The article's likes have random ids. */
  private void createLike(int post, int reader) {
    likes++;
    create(posts, post(post).value(), item("like-" + likes, "like", post, reader));
  }

  private Map<String, Object> item(String id, String type, int post, int user) {
    Map<String, Object> item = new HashMap<>();
    item.putAll(Map.of("id", id, "type", type, "postId", post(post).value()));
    item.putAll(Map.of("userId", user(user).value(), "creationDate", ItemDates.text(date(post))));
    if (version != Version.V1) {
      item.put("userUsername", name(user));
    }
    return item;
  }

  private static void create(CosmosContainer container, String partition, Object item) {
    container.createItem(item, new PartitionKey(partition), new CosmosItemRequestOptions());
  }

  /** Writes the blog with this library. */
  static void writeWithLibrary(BlogDatabase connection) {
    connection.provision();
    BlogStore store = BlogStore.on(connection);
    for (int user = 0; user < USERS; user++) {
      store.createUser(CreateUser.named(name(user)).withId(user(user)));
    }
    for (int post = 0; post < POSTS; post++) {
      CreatePost command = CreatePost.of(user(post % USERS), "Title", "Content");
      store.createPost(command.withId(post(post)).writtenAt(date(post)));
      for (int reader = 0; reader <= post % USERS; reader++) {
        CreateComment comment = CreateComment.of(post(post), user(reader), "Comment");
        store.createComment(comment.withId(CommentId.of("c" + post + "-" + reader)));
        store.likePost(LikePost.of(post(post), user(reader)));
      }
    }
    BlogChangeFeed.builder(connection).buildStepped().drain();
  }

  static UserId user(int number) {
    return UserId.of("u" + number);
  }

  static PostId post(int number) {
    return PostId.of("p" + number);
  }

  private static String name(int user) {
    return "User " + user;
  }

  private static Instant date(int post) {
    return FIRST_DAY.plus(Duration.ofDays(post));
  }
}
