package dev.cosmosblog.changefeed;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.ConsistencyLevel;
import com.azure.cosmos.CosmosAsyncClient;
import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosClientBuilder;
import dev.cosmosblog.changefeed.observe.ChangeSource;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.store.command.CreateComment;
import dev.cosmosblog.store.command.CreatePost;
import dev.cosmosblog.store.command.EditPost;
import dev.cosmosblog.store.command.LikePost;
import dev.cosmosblog.store.query.PageRequest;
import dev.cosmosblog.testsupport.Backend;
import dev.cosmosblog.testsupport.Backend.Conditions;
import dev.cosmosblog.testsupport.Invariant;
import dev.cosmoslocal.LocalCosmos;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;

/**
 * The copies equal their sources once all changes are handled, for any commands of users, and for
 * two hosts that handle changes twice, late, or again from the beginning.
 */
@Tag("slow")
class CopiesPropertyTest {
  private static final int USERS = 3;
  private static final int POSTS = 9;

  /** Clients that all tries share, because jqwik does not run JUnit extensions. */
  private static final class Clients implements AutoCloseable {
    private final Optional<LocalCosmos> local;
    private final CosmosClient client;
    private final CosmosAsyncClient asyncClient;

    Clients() {
      String endpoint = System.getenv("COSMOSLOCAL_ENDPOINT");
      local =
          endpoint == null
              ? Optional.of(Backend.emulator(Conditions.IDEAL).physicalPartitions(2).start())
              : Optional.empty();
      CosmosClientBuilder builder =
          new CosmosClientBuilder()
              .endpoint(local.map(LocalCosmos::endpoint).orElse(endpoint))
              .key(local.map(LocalCosmos::key).orElseGet(() -> System.getenv("COSMOSLOCAL_KEY")))
              .gatewayMode()
              .consistencyLevel(ConsistencyLevel.SESSION)
              .contentResponseOnWriteEnabled(true);
      client = builder.buildClient();
      asyncClient = builder.buildAsyncClient();
    }

    TestBlog newBlog() {
      String prefix =
          Optional.ofNullable(System.getenv("COSMOSLOCAL_DATABASE_PREFIX")).orElse("cosmoslocal-");
      return TestBlog.on(client, asyncClient, prefix + UUID.randomUUID());
    }

    @Override
    public void close() {
      asyncClient.close();
      client.close();
      local.ifPresent(LocalCosmos::close);
    }
  }

  private static Clients clients;

  @BeforeContainer
  static void openAccount() {
    clients = new Clients();
  }

  @AfterContainer
  static void closeAccount() {
    clients.close();
  }

  /** A command, or a host's handling of some changes. */
  enum Step {
    POST,
    EDIT,
    COMMENT,
    LIKE,
    UNLIKE,
    DELETE_COMMENT,
    DELETE_POST,
    RENAME,
    FIRST_HOST_USERS,
    FIRST_HOST_POSTS,
    SECOND_HOST_USERS,
    SECOND_HOST_POSTS,
    SECOND_HOST_REWINDS
  }

  /** A step with its user and post. */
  record Action(Step step, int user, int post) {}

  @Provide
  Arbitrary<List<Action>> actions() {
    return Combinators.combine(
            Arbitraries.of(Step.class),
            Arbitraries.integers().between(0, USERS - 1),
            Arbitraries.integers().between(0, POSTS - 1))
        .as(Action::new)
        .list()
        .ofMinSize(10)
        .ofMaxSize(60);
  }

  @Property(tries = 25, seed = "1")
  @Invariant("I3")
  void onceAllChangesAreHandledEveryCopyEqualsItsSource(@ForAll("actions") List<Action> actions) {
    TestBlog blog = clients.newBlog();
    SteppedChangeFeed first = blog.changeFeed().batchSize(3).buildStepped();
    SteppedChangeFeed second = blog.changeFeed().batchSize(2).buildStepped();
    for (int user = 0; user < USERS; user++) {
      blog.createUser(user(user), "User " + user);
    }
    int number = 0;
    for (Action action : actions) {
      run(action, number++, blog, first, second);
    }
    first.drain();
    second.drain();
    assertThat(blog.findings()).isEmpty();
    blog.database.delete();
  }

  private static UserId user(int number) {
    return UserId.of("u" + number);
  }

  private static PostId post(int number) {
    return PostId.of("p" + number);
  }

  private static void run(
      Action action, int number, TestBlog blog, SteppedChangeFeed first, SteppedChangeFeed second) {
    switch (action.step()) {
      case FIRST_HOST_USERS -> first.step(ChangeSource.USERS);
      case FIRST_HOST_POSTS -> first.step(ChangeSource.POSTS);
      case SECOND_HOST_USERS -> second.step(ChangeSource.USERS);
      case SECOND_HOST_POSTS -> second.step(ChangeSource.POSTS);
      case SECOND_HOST_REWINDS -> second.rewind();
      default -> command(action, number, blog);
    }
  }

  private static void command(Action action, int number, TestBlog blog) {
    UserId user = user(action.user());
    PostId post = post(action.post());
    if (action.step() == Step.RENAME) {
      blog.store.renameUser(user, "User " + action.user() + " name " + number);
    } else if (action.step() == Step.POST && isUnused(post, blog)) {
      Instant date = Instant.ofEpochSecond(action.post() % 5);
      blog.store.createPost(CreatePost.of(user, "T", "C").withId(post).writtenAt(date));
    } else if (blog.store.findPost(post).isPresent()) {
      aboutPost(action.step(), user, post, number, blog);
    }
  }

  private static boolean isUnused(PostId post, TestBlog blog) {
    return blog.items("posts", "SELECT * FROM c WHERE c.id = '" + post + "'").isEmpty();
  }

  private static void aboutPost(Step step, UserId user, PostId post, int number, TestBlog blog) {
    switch (step) {
      case EDIT -> blog.store.editPost(new EditPost(post, "T" + number, "C" + number));
      case COMMENT -> blog.store.createComment(CreateComment.of(post, user, "Hm"));
      case UNLIKE -> blog.store.unlikePost(post, user);
      case DELETE_POST -> blog.store.deletePost(post);
      case DELETE_COMMENT ->
          blog.store
              .commentsOf(post, PageRequest.first(1))
              .items()
              .forEach(comment -> blog.store.deleteComment(post, comment.id()));
      default -> blog.store.likePost(LikePost.of(post, user));
    }
  }
}
