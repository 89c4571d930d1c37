package dev.cosmosblog.cli;

import static dev.cosmosblog.cli.CapacityPlan.CHECKPOINT;
import static dev.cosmosblog.cli.CapacityPlan.COMMENT_BYTES;
import static dev.cosmosblog.cli.CapacityPlan.COPY_BYTES;
import static dev.cosmosblog.cli.CapacityPlan.COPY_COUNTS;
import static dev.cosmosblog.cli.CapacityPlan.COPY_NEW_POST;
import static dev.cosmosblog.cli.CapacityPlan.EMPTY_POLL;
import static dev.cosmosblog.cli.CapacityPlan.ENTRY_BYTES;
import static dev.cosmosblog.cli.CapacityPlan.FIND_ENTRY;
import static dev.cosmosblog.cli.CapacityPlan.LEASE_QUERY;
import static dev.cosmosblog.cli.CapacityPlan.LIKE_BYTES;
import static dev.cosmosblog.cli.CapacityPlan.LIST_COMMENTS;
import static dev.cosmosblog.cli.CapacityPlan.LIST_POSTS;
import static dev.cosmosblog.cli.CapacityPlan.POST_BYTES;
import static dev.cosmosblog.cli.CapacityPlan.POST_READS_NEW_POST;
import static dev.cosmosblog.cli.CapacityPlan.READ_CHANGE;
import static dev.cosmosblog.cli.CapacityPlan.READ_COPY;
import static dev.cosmosblog.cli.CapacityPlan.READ_FRONT_PAGE;
import static dev.cosmosblog.cli.CapacityPlan.READ_LEFT;
import static dev.cosmosblog.cli.CapacityPlan.READ_LISTING_PAGE;
import static dev.cosmosblog.cli.CapacityPlan.READ_PENDING_PAGE;
import static dev.cosmosblog.cli.CapacityPlan.READ_POST;
import static dev.cosmosblog.cli.CapacityPlan.READ_SLUG;
import static dev.cosmosblog.cli.CapacityPlan.SLUG_BYTES;
import static dev.cosmosblog.cli.CapacityPlan.USER_BYTES;
import static dev.cosmosblog.cli.CapacityPlan.USER_READS_COUNTS;
import static dev.cosmosblog.cli.CapacityPlan.USER_READS_NEW_POST;
import static dev.cosmosblog.cli.CapacityPlan.WRITE_COMMENT;
import static dev.cosmosblog.cli.CapacityPlan.WRITE_ENTRY;
import static dev.cosmosblog.cli.CapacityPlan.WRITE_FRONT_PAGE;
import static dev.cosmosblog.cli.CapacityPlan.WRITE_LEFT;
import static dev.cosmosblog.cli.CapacityPlan.WRITE_LIKE;
import static dev.cosmosblog.cli.CapacityPlan.WRITE_POST;
import static dev.cosmosblog.cli.CapacityPlan.WRITE_SLUG;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosDatabase;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmosblog.changefeed.BlogChangeFeed;
import dev.cosmosblog.changefeed.SteppedChangeFeed;
import dev.cosmosblog.cli.CapacityPlan.BlogLoad;
import dev.cosmosblog.cli.CapacityPlan.RequestRates;
import dev.cosmosblog.model.CommentId;
import dev.cosmosblog.model.Post;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.Slug;
import dev.cosmosblog.model.User;
import dev.cosmosblog.store.BlogDatabase;
import dev.cosmosblog.store.BlogStore;
import dev.cosmosblog.store.command.CreateComment;
import dev.cosmosblog.store.command.CreatePost;
import dev.cosmosblog.store.command.EditPost;
import dev.cosmosblog.store.command.LikePost;
import dev.cosmosblog.store.query.PageRequest;
import dev.cosmoslocal.LocalCosmos;
import dev.cosmoslocal.RequestListener;
import dev.cosmoslocal.request.RequestKind;
import dev.cosmoslocal.request.RequestRecord;
import java.time.Duration;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntConsumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The planner's constants are the charges of the emulator. No two commands share a copy, a batch or
 * a write of the front page.
 */
@Tag("slow")
class CapacityArithmeticTest {
  /** The repetitions of each command; as many posts leave the front page. */
  private static final int COUNT = 10;

  private static final int FRONT_PAGE = 100;
  private static final double COMMENTS = 12.5;
  private static final double LIKES = 50;
  private static final PageRequest FIRST_PAGE = PageRequest.first(20);

  private final Ledger ledger = new Ledger();
  private LocalCosmos emulator;
  private BlogDatabase database;
  private BlogStore store;
  private SteppedChangeFeed copies;
  private List<User> people = List.of();
  private List<PostId> posts = List.of();

  @BeforeEach
  void start() {
    emulator = LocalCosmos.builder().physicalPartitions(1).listener(ledger).start();
    database = TestBlogs.connect(emulator).provision();
    store = BlogStore.on(database);
    copies = BlogChangeFeed.builder(database).buildStepped();
  }

  @AfterEach
  void close() {
    database.close();
    emulator.close();
  }

  @Test
  void theConstantsMatchTheEmulatorsCharges() {
    people =
        IntStream.range(0, FRONT_PAGE)
            .mapToObj(i -> store.createUser("user%05d".formatted(i)).value())
            .toList();
    posts = people.stream().map(this::post).map(Post::id).toList();
    copies.drain();

    Costs frontPage = eachOf(i -> store.recentPosts(FRONT_PAGE));
    frontPage.is("feed READ_ITEM", READ_FRONT_PAGE);
    assertCommands();
    assertQueries();
    assertBytes();
  }

  private Post post(User author) {
    String title = "t".repeat(8);
    return store.createPost(author, title, "c".repeat(900)).value();
  }

  private void comment(int post, int author) {
    String content = "c".repeat(1_200);
    store.createComment(posts.get(post), people.get(author), content);
  }

  private void assertCommands() {
    Costs like = eachOf(i -> store.likePost(LikePost.of(posts.get(i), people.get(i + 1))));
    Costs comment = eachOf(i -> comment(i, i + 1));
    Costs post = eachOf(i -> post(people.get(i)));

    for (Costs reaction : List.of(like, comment)) {
      reaction.is("users PATCH_ITEM", COPY_COUNTS);
      reaction.is("users READ_ITEM", USER_READS_COUNTS);
      reaction.is("feed REPLACE_ITEM", WRITE_FRONT_PAGE);
    }
    like.is("posts BATCH", WRITE_LIKE);
    comment.is("posts BATCH", WRITE_COMMENT);
    post.is("posts CREATE_ITEM", WRITE_POST);
    post.is("posts READ_ITEM", POST_READS_NEW_POST);
    post.is("users CREATE_ITEM", COPY_NEW_POST);
    post.is("users READ_ITEM", USER_READS_NEW_POST);
    post.is("feed REPLACE_ITEM", WRITE_FRONT_PAGE + (1 + COUNT) / 2.0 * WRITE_LEFT);

    assertClose("a change of a copy", like.of("users CHANGE_FEED") - EMPTY_POLL, READ_COPY);
    assertClose(
        "a change",
        (post.of("posts CHANGE_FEED")
                    + COMMENTS * comment.of("posts CHANGE_FEED")
                    + LIKES * like.of("posts CHANGE_FEED"))
                / (1 + COMMENTS + LIKES)
            - EMPTY_POLL,
        READ_CHANGE);

    RequestRates rates = new RequestRates(1, COMMENTS, LIKES, 0, 0, 0);
    assertClose(
        "RU in posts",
        post.in("posts") + COMMENTS * comment.in("posts") + LIKES * like.in("posts"),
        rates.inPosts());
    assertClose(
        "RU in users",
        post.in("users") + COMMENTS * comment.in("users") + LIKES * like.in("users"),
        rates.inUsers());
    assertClose("RU in feed", like.in("feed"), new RequestRates(0, 0, 1, 0, 0, 0).inFeed(1));
  }

  private void assertQueries() {
    // The commands above were about other posts.
    int discussed = 50;
    int prolific = 60;
    for (int i = 0; i < 20; i++) {
      comment(discussed, i);
      store.likePost(LikePost.of(posts.get(discussed), people.get(i)));
      post(people.get(prolific));
    }
    people.subList(20, FRONT_PAGE).forEach(this::post);
    copies.drain();
    Costs busyFrontPage = eachOf(i -> store.recentPosts(FRONT_PAGE));
    Costs post = eachOf(i -> store.findPost(posts.get(discussed)));
    Costs comments = eachOf(i -> store.commentsOf(posts.get(discussed), FIRST_PAGE));
    Costs postsOf = eachOf(i -> store.postsOf(people.get(prolific).id(), FIRST_PAGE));

    busyFrontPage.is("feed READ_ITEM", READ_FRONT_PAGE + FRONT_PAGE * READ_LEFT);
    assertClose(
        "RU of a reader of a busy front page",
        busyFrontPage.in("feed"),
        new RequestRates(1, 0, 0, 1, 0, 0).inFeed(1)
            - new RequestRates(1, 0, 0, 0, 0, 0).inFeed(1));
    post.is("posts READ_ITEM", READ_POST);
    comments.is("posts QUERY", LIST_COMMENTS);
    postsOf.is("users QUERY", LIST_POSTS);
    assertClose(
        "RU of a reader's views in posts",
        post.in("posts") + comments.in("posts"),
        new RequestRates(0, 0, 0, 0, 1, 0).inPosts());
    assertClose("RU in users", postsOf.in("users"), new RequestRates(0, 0, 0, 0, 0, 1).inUsers());
  }

  private void assertBytes() {
    Map<String, Double> bytes = bytes(database, "posts");
    assertClose("bytes of a post", bytes.get("post"), POST_BYTES);
    assertClose("bytes of a comment", bytes.get("comment"), COMMENT_BYTES);
    assertClose("bytes of a like", bytes.get("like"), LIKE_BYTES);
    bytes = bytes(database, "users");
    assertClose("bytes of a copy", bytes.get("post"), COPY_BYTES);
    assertClose("bytes of a user", bytes.get("user") + bytes.get("username"), USER_BYTES);
  }

  /** The average bytes of the items of each type. */
  private static Map<String, Double> bytes(BlogDatabase database, String container) {
    CosmosContainer items = database.unwrap(CosmosDatabase.class).getContainer(container);
    return items
        .queryItems("SELECT * FROM c", new CosmosQueryRequestOptions(), JsonNode.class)
        .stream()
        .collect(
            Collectors.groupingBy(
                item -> item.path("type").asText(),
                Collectors.averagingInt(item -> item.toString().getBytes(UTF_8).length)));
  }

  @Test
  void aCheckpointAndAPollCostWhatThePlannerAssumes() throws InterruptedException {
    store.createPost(store.createUser("ann").value(), "Title", "Content");
    ledger.take(1);
    try (BlogChangeFeed feed = BlogChangeFeed.builder(database).build()) {
      feed.start();
      assertThat(feed.awaitDrained(Duration.ofMinutes(1))).isTrue();
    }

    double checkpoint = ledger.each("leases READ_ITEM") + ledger.each("leases REPLACE_ITEM");
    double query = ledger.each("leases QUERY");
    // A lease grows with the position that it records.
    assertThat(checkpoint).isCloseTo(CHECKPOINT, within(0.06 * CHECKPOINT));
    // From 2.9 for one lease to 3.5 for those of all processors; a slow start has more of these.
    assertThat(query).isCloseTo(LEASE_QUERY, within(0.2 * LEASE_QUERY));
    assertClose("a poll", ledger.each("posts EMPTY_POLL"), EMPTY_POLL);
  }

  @Test
  void slugsCostWhatThePlannerAssumes() {
    User author = store.createUser("ann").value();
    CreatePost command = CreatePost.of(author, "t".repeat(8), "c".repeat(900));
    List<Slug> slugs =
        IntStream.range(0, COUNT).mapToObj(i -> Slug.of("how-the-tides-work-" + i)).toList();

    Costs post = eachOf(i -> store.createPost(command.slug(slugs.get(i))));
    Costs found = eachOf(i -> store.findPostBySlug(slugs.get(i)).orElseThrow());

    assertClose("a reservation", post.of("users CREATE_ITEM") - COPY_NEW_POST, WRITE_SLUG);
    found.is("users READ_ITEM", READ_SLUG);
    found.is("posts READ_ITEM", READ_POST);
    assertClose("bytes of a reservation", bytes(database, "users").get("slug"), SLUG_BYTES);
  }

  @Test
  void anArchiveCostsWhatThePlannerAssumes() {
    try (BlogDatabase archived =
        TestBlogs.connect(emulator, "entries", BlogDatabase.builder().listings()).provision()) {
      store = BlogStore.on(archived);
      copies = BlogChangeFeed.builder(archived).buildStepped();
      User author = store.createUser("ann").value();
      IntStream.range(0, 20).forEach(i -> post(author));
      copies.drain();
      store.archive(FIRST_PAGE);

      Costs page = eachOf(i -> store.archive(FIRST_PAGE));
      Costs post = eachOf(i -> post(author));
      PostId id = post(author).id();
      copies.drain();
      Costs like = eachOf(i -> store.likePost(LikePost.of(id, author)));
      Costs content = eachOf(i -> store.editPost(EditPost.of(id).content("content " + i)));
      Costs title = eachOf(i -> store.editPost(EditPost.of(id).title("title " + i)));

      page.is("listings QUERY", READ_LISTING_PAGE);
      post.is("listings CREATE_ITEM", WRITE_ENTRY);
      assertThat(like.in("listings")).as("RU of a like").isZero();
      assertThat(content.in("listings")).as("RU of another content").isZero();
      assertClose("RU of another title", title.in("listings"), FIND_ENTRY + 9.36);
      assertClose("bytes of an entry", bytes(archived, "listings").get("post"), ENTRY_BYTES);
    }
  }

  @Test
  void pendingCommentsCostWhatThePlannerAssumes() {
    try (BlogDatabase moderated =
        TestBlogs.connect(emulator, "pending", BlogDatabase.builder().listings()).provision()) {
      store = BlogStore.on(moderated);
      copies = BlogChangeFeed.builder(moderated).buildStepped();
      User author = store.createUser("ann").value();
      PostId post = post(author).id();
      CreateComment command = CreateComment.of(post, author, "c".repeat(1_200)).asPending();
      IntStream.range(0, 30).forEach(i -> store.createComment(command));
      copies.drain();
      store.pendingComments(FIRST_PAGE);
      List<CommentId> comments = new ArrayList<>();

      Costs page = eachOf(i -> store.pendingComments(FIRST_PAGE));
      Costs pending = eachOf(i -> comments.add(store.createComment(command).value().id()));
      Costs approved = eachOf(i -> store.approveComment(post, comments.get(i)));

      page.is("listings QUERY", READ_PENDING_PAGE);
      // A pending comment in each second.
      BlogLoad load = new BlogLoad(1, 86_400, 1, 0, 0, 1, 1, 1, 0, 0, false, 100);
      BlogLoad none = new BlogLoad(1, 86_400, 1, 0, 0, 1, 1, 1, 0, 0, false, 0);
      pending.is("posts BATCH", WRITE_COMMENT);
      double posts = load.inPosts() - none.inPosts() - POST_READS_NEW_POST;
      assertClose("RU in posts", approved.in("posts"), posts);
      double users = load.inUsers() - none.inUsers() - USER_READS_NEW_POST;
      assertClose("RU in users", approved.in("users"), users);
      assertClose(
          "RU in listings",
          pending.in("listings") + approved.in("listings") + page.in("listings") / 20,
          load.onPending());
    }
  }

  @Test
  void tagsCostWhatThePlannerAssumes() {
    try (BlogDatabase tagged =
        TestBlogs.connect(emulator, "tags", BlogDatabase.builder().listings()).provision()) {
      store = BlogStore.on(tagged);
      copies = BlogChangeFeed.builder(tagged).buildStepped();
      User author = store.createUser("ann").value();
      List<dev.cosmosblog.model.Tag> tags =
          Stream.of("seafarer", "mainland", "sandbank").map(dev.cosmosblog.model.Tag::of).toList();
      CreatePost command = CreatePost.of(author, "t".repeat(8), "c".repeat(900)).tags(tags);
      IntStream.range(0, 20).forEach(i -> store.createPost(command));
      copies.drain();

      Costs page = eachOf(i -> store.postsByTag(tags.get(0), FIRST_PAGE));
      Costs post = eachOf(i -> store.createPost(command));

      // A post in each second.
      BlogLoad load = new BlogLoad(1, 86_400, 0, 0, 0, 1, 1, 1, 0, tags.size(), false, 0);
      assertClose("RU in posts", post.in("posts"), load.inPosts());
      assertClose("RU in users", post.in("users"), load.inUsers());
      assertClose("RU in listings", post.in("listings"), load.inListings());
      assertClose("RU on tags", post.of("listings BATCH") + FIND_ENTRY, load.onTags());
      // Entries with tags are larger.
      assertThat(page.of("listings QUERY")).isCloseTo(READ_LISTING_PAGE, within(0.3));
      Map<String, Double> bytes = bytes(tagged, "listings");
      assertClose("bytes of stored tags", bytes.get("taggedPost"), load.tagsBytes());
      assertClose(
          "bytes of a post",
          (1 + tags.size()) * bytes.get("post") + bytes.get("taggedPost"),
          load.listingBytes());
    }
  }

  /** Repeats a call and updates the copies each time; returns the cost of one call. */
  private Costs eachOf(IntConsumer call) {
    ledger.take(1);
    for (int i = 0; i < COUNT; i++) {
      call.accept(i);
      copies.drain();
    }
    return ledger.take(COUNT);
  }

  private static void assertClose(String what, double measured, double planned) {
    assertThat(measured).as(what).isCloseTo(planned, within(0.02 * planned));
  }

  /** Request units by container and kind. */
  private record Costs(Map<String, Double> charges) {
    double of(String request) {
      return charges.getOrDefault(request, 0.0);
    }

    /** All in a container, without what reads the change feed. */
    double in(String container) {
      return charges.entrySet().stream()
          .filter(charge -> charge.getKey().startsWith(container + " "))
          .filter(charge -> !charge.getKey().endsWith("CHANGE_FEED"))
          .mapToDouble(Map.Entry::getValue)
          .sum();
    }

    void is(String request, double planned) {
      assertClose(request, of(request), planned);
    }
  }

  /** Adds up the charges of the emulator, by container and kind of request. */
  private static final class Ledger implements RequestListener {
    /** The charges that the service counts against another budget. */
    private static final Set<RequestKind> METADATA =
        EnumSet.of(
            RequestKind.ACCOUNT,
            RequestKind.DATABASE,
            RequestKind.CONTAINER,
            RequestKind.PARTITION_RANGES,
            RequestKind.QUERY_PLAN);

    /** Guarded by this. */
    private final Map<String, DoubleSummaryStatistics> charges = new TreeMap<>();

    @Override
    public synchronized void onRequest(RequestRecord request) {
      boolean poll = request.kind() == RequestKind.CHANGE_FEED && request.status() == 304;
      String kind = poll ? "EMPTY_POLL" : request.kind().name();
      if (!METADATA.contains(request.kind())) {
        charges
            .computeIfAbsent(request.container() + " " + kind, any -> new DoubleSummaryStatistics())
            .accept(request.requestCharge());
      }
    }

    /** The charge since the last call, for each of so many calls, without empty polls. */
    synchronized Costs take(int calls) {
      Map<String, Double> each = new TreeMap<>();
      charges.forEach((request, sum) -> each.put(request, sum.getSum() / calls));
      each.keySet().removeIf(request -> request.endsWith("EMPTY_POLL"));
      charges.clear();
      return new Costs(each);
    }

    /** The average charge of a request since the last call. */
    synchronized double each(String request) {
      return charges.getOrDefault(request, new DoubleSummaryStatistics()).getAverage();
    }
  }
}
