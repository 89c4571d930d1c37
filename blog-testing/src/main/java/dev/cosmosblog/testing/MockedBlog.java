package dev.cosmosblog.testing;

import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.withSettings;

import com.azure.cosmos.CosmosContainer;
import dev.cosmosblog.model.Comment;
import dev.cosmosblog.model.Like;
import dev.cosmosblog.model.Post;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.User;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.item.ItemType;
import dev.cosmosblog.store.BlogDatabase;
import dev.cosmosblog.store.BlogDatabaseBuilder;
import dev.cosmosblog.store.BlogStore;
import dev.cosmosblog.store.config.RetryPolicy;
import dev.cosmosblog.store.spi.Environment;
import dev.cosmosblog.store.spi.RetryTimer;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * A {@link BlogStore} on containers that are mocked with Mockito, for unit tests of code that uses
 * the store: stub what the containers store, let requests fail, and verify requests.
 *
 * <pre>{@code
 * MockedBlog blog = MockedBlog.create();
 * User ann = blog.hasUser("ann");
 * blog.hasNoPost("p1");
 * // A comment on the post "p1" throws a PostNotFoundException.
 * blog.store().createComment(PostId.of("p1"), ann, "Hello");
 * }</pre>
 *
 * <ul>
 *   <li>A read returns what a {@code has…} method has stubbed. Any other read throws an {@link
 *       AssertionError} that names the container, the operation and the id. It is an error, so that
 *       code which handles the store's exceptions doesn't hide it.
 *   <li>A write succeeds, unless it changes or deletes an item that {@link #hasNoUser}, {@link
 *       #hasNoPost}, {@link #hasComments} or {@link #hasLikes} has declared missing. It doesn't
 *       change what reads return, and its conditions count as true. {@link #nextRequestFails} and
 *       {@link #batchFails} let it fail.
 *   <li>The clock is fixed at {@link #NOW}, generated ids are {@code id-1}, {@code id-2} and so on,
 *       and nothing is cached. The store retries transient failures at most twice, and doesn't
 *       really wait before a retry.
 * </ul>
 *
 * <p>Not supported are listings, stored procedures and {@code eraseUser}. Test these, and code that
 * depends on the effects of writes, on the emulator. Thread-safe.
 */
public final class MockedBlog {
  /** The time of the fixed clock. */
  public static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

  private static final int MAX_RETRIES = 2;

  private final StubbedItems items = new StubbedItems();
  private final StubbedFailures failures = new StubbedFailures();
  private final CosmosContainer users = container(StubbedItems.USERS);
  private final CosmosContainer posts = container(StubbedItems.POSTS);
  private final CosmosContainer frontPage = container(StubbedItems.FEED);
  private final BlogDatabase database;
  private final BlogStore store;

  private MockedBlog(UnaryOperator<BlogDatabaseBuilder> settings) {
    AtomicLong nanos = new AtomicLong();
    RetryTimer timer = new RetryTimer(nanos::get, () -> 0, time -> nanos.addAndGet(time.toNanos()));
    this.database =
        settings
            .apply(
                BlogDatabase.builder()
                    .containers(users, posts, frontPage)
                    .environment(
                        Environment.SYSTEM.with(timer).with(Clock.fixed(NOW, ZoneOffset.UTC)))
                    .retryPolicy(RetryPolicy.standard().withMaxRetries(MAX_RETRIES)))
            .build();
    AtomicInteger ids = new AtomicInteger();
    this.store =
        BlogStore.builder(database)
            .ids(() -> "id-" + ids.incrementAndGet())
            .authorCacheTtl(Duration.ZERO)
            .build();
  }

  private CosmosContainer container(String name) {
    return mock(
        CosmosContainer.class,
        withSettings().name(name).defaultAnswer(new ContainerAnswer(name, items, failures)));
  }

  /** {@return a blog in which nothing is stubbed} */
  public static MockedBlog create() {
    return new MockedBlog(settings -> settings);
  }

  /**
   * {@return a blog with other settings of its database, in which nothing is stubbed}
   *
   * @param settings changes the settings, such as the retry policy, the clock or the summary
   *     properties, but not the containers
   */
  public static MockedBlog create(UnaryOperator<BlogDatabaseBuilder> settings) {
    return new MockedBlog(Objects.requireNonNull(settings, "settings"));
  }

  /** {@return the store on the mocked containers, always the same} */
  public BlogStore store() {
    return store;
  }

  /** {@return the mock of the container of users and their lists of posts, to verify requests} */
  public CosmosContainer users() {
    return users;
  }

  /** {@return the mock of the container of posts, comments and likes, to verify requests} */
  public CosmosContainer posts() {
    return posts;
  }

  /** {@return the mock of the container of the front page, to verify requests} */
  public CosmosContainer frontPage() {
    return frontPage;
  }

  /**
   * Stubs a user whose name is the id; see {@link #hasUser(User)}.
   *
   * @param id the user's id
   * @return the user
   */
  public User hasUser(String id) {
    return hasUser(new User(UserId.of(id), id));
  }

  /**
   * Stubs a user and the reservation of the name. All other names are free.
   *
   * @param user the user, which replaces one with the same id
   * @return the user
   */
  public User hasUser(User user) {
    Objects.requireNonNull(user, "user");
    items.put(user);
    return user;
  }

  /**
   * Declares that a user is missing.
   *
   * @param id the user's id
   */
  public void hasNoUser(String id) {
    items.remove(StubbedItems.USERS, UserId.of(id).value());
  }

  /**
   * Stubs a published post with a default title and content; see {@link #hasPost(Post)}.
   *
   * @param id the post's id
   * @param author the author, who needs no stub
   * @return the post
   */
  public Post hasPost(String id, User author) {
    Objects.requireNonNull(author, "author");
    return hasPost(
        new Post(
            PostId.of(id), author.id(), author.username(), "Title of " + id, "Text of " + id, NOW));
  }

  /**
   * Stubs a post and the reservation of its slug, but no list that shows it. All other slugs are
   * free.
   *
   * @param post the post, which replaces one with the same id
   * @return the post
   */
  public Post hasPost(Post post) {
    Objects.requireNonNull(post, "post");
    items.put(post);
    return post;
  }

  /**
   * Declares that a post is missing, so that comments on it and likes of it fail, too.
   *
   * @param id the post's id
   */
  public void hasNoPost(String id) {
    items.remove(StubbedItems.POSTS, PostId.of(id).value());
  }

  /**
   * Stubs all comments on a post, as a list and as single items. The lists are sorted and paged.
   *
   * @param post the post, which needs no stub
   * @param comments the comments in any order; without any, the list is empty
   * @throws IllegalArgumentException if a comment is on another post
   */
  public void hasComments(PostId post, Comment... comments) {
    Objects.requireNonNull(post, "post");
    Objects.requireNonNull(comments, "comments");
    checkAll("comment", comments, Comment::postId, "post", post);
    items.putList(
        StubbedItems.POSTS,
        post.value(),
        ItemType.COMMENT,
        Arrays.stream(comments).map(StubbedItems::json).toList());
  }

  /**
   * Stubs all likes of a post, as a list and as single items. The lists are sorted and paged.
   *
   * @param post the post, which needs no stub
   * @param likes the likes in any order; without any, the list is empty
   * @throws IllegalArgumentException if a like is of another post
   */
  public void hasLikes(PostId post, Like... likes) {
    Objects.requireNonNull(post, "post");
    Objects.requireNonNull(likes, "likes");
    checkAll("like", likes, Like::postId, "post", post);
    items.putList(
        StubbedItems.POSTS,
        post.value(),
        ItemType.LIKE,
        Arrays.stream(likes).map(StubbedItems::json).toList());
  }

  /**
   * Stubs the list of a user's posts, which is sorted and paged. It doesn't stub the posts.
   *
   * @param user the author, who needs no stub
   * @param posts the posts in any order, even drafts; without any, the list is empty
   * @throws IllegalArgumentException if a post has another author
   */
  public void hasPostsOf(UserId user, Post... posts) {
    Objects.requireNonNull(user, "user");
    Objects.requireNonNull(posts, "posts");
    checkAll("post", posts, Post::userId, "user", user);
    items.putList(
        StubbedItems.USERS,
        user.value(),
        ItemType.POST,
        Arrays.stream(posts)
            .map(post -> StubbedItems.summary(post, database).besideAuthor())
            .map(StubbedItems::json)
            .toList());
  }

  /**
   * Stubs the front page. It doesn't stub the posts.
   *
   * @param posts the posts, the newest first; without any, the front page is empty
   */
  public void hasFrontPage(Post... posts) {
    Objects.requireNonNull(posts, "posts");
    items.putFrontPage(
        Arrays.stream(posts).map(post -> StubbedItems.summary(post, database)).toList());
  }

  private static <T> void checkAll(
      String kind, T[] values, Function<T, Object> owner, String ownerKind, Object expected) {
    for (T value : values) {
      Object found = owner.apply(Objects.requireNonNull(value, kind));
      if (!found.equals(expected)) {
        throw new IllegalArgumentException(
            "Expected each %s of the %s '%s', but one is of '%s'. Stub that one with another call."
                .formatted(kind, ownerKind, expected, found));
      }
    }
  }

  /**
   * Lets the next request fail, whatever it is and to whichever container. Each call adds a
   * failure, so that calling this method twice lets two requests fail.
   *
   * @param status the HTTP status, 400 to 599
   * @throws IllegalArgumentException if the status isn't one of a failure
   */
  public void nextRequestFails(int status) {
    failures.addRequest(status, 0, null);
  }

  /**
   * Lets the next request fail with more details; otherwise like {@link #nextRequestFails(int)}.
   *
   * @param status the HTTP status, 400 to 599
   * @param subStatus Cosmos DB's substatus, or 0 for none
   * @param retryAfter how long Cosmos DB asks to wait, of which the SDK reports at most 5 seconds;
   *     the store doesn't really wait
   * @throws IllegalArgumentException if the status isn't one of a failure
   */
  public void nextRequestFails(int status, int subStatus, Duration retryAfter) {
    failures.addRequest(status, subStatus, Objects.requireNonNull(retryAfter, "retryAfter"));
  }

  /**
   * Lets several requests in a row fail. The store retries a transient failure twice by default, so
   * that three failures with the status 429 reach the application.
   *
   * @param times how many requests fail
   * @param status the HTTP status, 400 to 599
   * @throws IllegalArgumentException if the status isn't one of a failure
   */
  public void nextRequestsFail(int times, int status) {
    for (int i = 0; i < times; i++) {
      nextRequestFails(status);
    }
  }

  /**
   * Lets the next transactional batch fail, whichever requests precede it. A comment and a like are
   * each written or removed in one batch. Each call adds a failure.
   *
   * <p>The status 409 is that of the creation of the comment or like. The statuses 404 and 412 are
   * those of the post if a comment or like is created, and otherwise those of the comment or like.
   * Any other status is that of the whole batch.
   *
   * @param status the HTTP status, 400 to 599
   * @throws IllegalArgumentException if the status isn't one of a failure
   */
  public void batchFails(int status) {
    failures.addBatch(status);
  }
}
