package dev.cosmosblog.examples.quickstart;

import static com.azure.cosmos.models.ThroughputProperties.createManualThroughput;

import com.azure.cosmos.CosmosDatabase;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmosblog.changefeed.BlogChangeFeed;
import dev.cosmosblog.examples.blog.Drain;
import dev.cosmosblog.examples.blog.Endpoint;
import dev.cosmosblog.examples.blog.GeneratedBlog;
import dev.cosmosblog.examples.blog.RequestLog;
import dev.cosmosblog.examples.console.Program;
import dev.cosmosblog.examples.console.Range;
import dev.cosmosblog.examples.console.Results;
import dev.cosmosblog.examples.console.Screen;
import dev.cosmosblog.examples.console.Table;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.store.BlogDatabase;
import dev.cosmosblog.store.BlogStore;
import dev.cosmosblog.store.command.CreateComment;
import dev.cosmosblog.store.command.CreatePost;
import dev.cosmosblog.store.command.CreateUser;
import dev.cosmosblog.store.command.LikePost;
import dev.cosmosblog.store.config.ContainerNames;
import dev.cosmosblog.store.query.CommentOrder;
import dev.cosmosblog.store.query.PageRequest;
import dev.cosmosblog.testsupport.BlogOracle;
import dev.cosmosblog.testsupport.OracleFinding;
import dev.cosmoslocal.LocalCosmos;
import dev.cosmoslocal.LocalCosmosBuilder;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.IntConsumer;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Writes a generated blog to the in-process emulator while the change feed maintains the copies,
 * measures each of the article's ten requests, and shows other features in a {@link Tour}. It
 * requires no installation.
 */
@Command(
    name = "quickstart",
    description = "writes a generated blog, measures the ten requests, and shows other features")
public final class Quickstart implements Program {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final int SHOWN = 10;
  private static final PageRequest PAGE = PageRequest.first(100);

  @Option(names = "--users", description = "users of the generated blog")
  @Range(max = 1_000)
  private int users = 6;

  @Option(names = "--seed", description = "another seed, another blog")
  private int seed = 1;

  @Option(names = "--partitions", description = "physical partitions of a container")
  @Range(max = 1_000)
  private int partitions = 5;

  @Option(
      names = "--service-conditions",
      paramLabel = "<seed>",
      description = "simulates service conditions: replica lag, latency, throttling")
  private @Nullable Integer serviceConditions;

  /** One of the ten requests; the number makes calls distinct. */
  private record Request(String id, String what, IntConsumer ask) {}

  /** The cost of a request in {@code quickstart.json}. */
  record Measured(String id, @JsonIgnore String what, @JsonUnwrapped RequestLog.Cost cost) {}

  /** The content of {@code quickstart.json}. */
  record Result(
      List<Measured> requests,
      @JsonUnwrapped GeneratedBlog.Size size,
      boolean copiesInSync,
      double seconds) {}

  @Override
  public boolean run(Screen screen) throws IOException, InterruptedException {
    long start = System.nanoTime();
    GeneratedBlog blog = new GeneratedBlog(seed, users);
    RequestLog log = new RequestLog("measured");
    try (LocalCosmos emulator = settings().listener(log).start();
        BlogDatabase host =
            Endpoint.of(emulator).connect("blog", "quickstart", BlogDatabase.builder());
        BlogDatabase measured =
            Endpoint.of(emulator).connect("blog", "measured", BlogDatabase.builder())) {
      screen.line("emulator at " + emulator.endpoint());
      // Enough to write the blog in seconds if the emulator enforces throughput.
      host.schema().withThroughput(createManualThroughput(10_000)).provision();
      BlogStore store = BlogStore.on(host);
      // Polls more often than an application would, because the example waits for the copies.
      try (BlogChangeFeed feed =
          BlogChangeFeed.builder(host).pollInterval(Duration.ofMillis(100)).build()) {
        feed.start();
        blog.write(store, 8, screen);
        Drain.await(feed, PATIENCE, screen);

        // Disables the author cache, so that commands show their full cost.
        BlogStore asked = BlogStore.builder(measured).authorCacheTtl(Duration.ZERO).build();
        List<Measured> requests =
            tenRequests(asked, blog.liveliestPost()).stream()
                .map(each -> new Measured(each.id(), each.what(), log.measure(each.ask())))
                .toList();
        Drain.await(feed, PATIENCE, screen);

        boolean followed = new Tour(host, store, feed, screen).go(GeneratedBlog.NAME);

        List<OracleFinding> wrong = wrong(host);
        double seconds = Math.round((System.nanoTime() - start) / 1e8) / 10.0;
        Result result = new Result(requests, blog.size(), wrong.isEmpty(), seconds);
        print(result, screen);
        wrong.stream().limit(SHOWN).forEach(found -> screen.line(found.toString()));
        screen.line("written to " + Results.write("quickstart", result));
        return wrong.isEmpty() && followed;
      }
    }
  }

  /** Compares all copies and counts with their sources, without the library. */
  private static List<OracleFinding> wrong(BlogDatabase blog) {
    ContainerNames names = blog.containerNames();
    return BlogOracle.of(
            all(blog, names.users()), all(blog, names.posts()), all(blog, names.feed()))
        .frontPageSize(blog.frontPageSize())
        .summaryProperties(blog.summaryProperties())
        .findings();
  }

  private static List<JsonNode> all(BlogDatabase blog, String container) {
    return blog
        .unwrap(CosmosDatabase.class)
        .getContainer(container)
        .queryItems("SELECT * FROM c", new CosmosQueryRequestOptions(), JsonNode.class)
        .stream()
        .toList();
  }

  private LocalCosmosBuilder settings() {
    LocalCosmosBuilder settings = LocalCosmos.builder().physicalPartitions(partitions);
    return serviceConditions == null ? settings : settings.serviceConditions(serviceConditions);
  }

  /** The queries read a post and its author; the commands write new users and posts. */
  private static List<Request> tenRequests(BlogStore blog, CreatePost existing) {
    UserId reader = existing.userId();
    PostId post = Objects.requireNonNull(existing.id());
    IntFunction<UserId> newcomer = i -> UserId.of("newcomer-" + i);
    IntFunction<PostId> hello = i -> PostId.of("hello-" + i);
    return List.of(
        new Request(
            "C1",
            "create a user: reserve the name, then write the user",
            i -> blog.createUser(CreateUser.named("Newcomer " + i).withId(newcomer.apply(i)))),
        new Request("Q1", "retrieve a user: a point read", i -> blog.findUser(reader)),
        new Request(
            "C2",
            "create a post: read its author, write it",
            i ->
                blog.createPost(
                    CreatePost.of(newcomer.apply(i), "Hello", "I am new here.")
                        .withId(hello.apply(i)))),
        new Request("Q2", "retrieve a post: a point read", i -> blog.findPost(post)),
        new Request("Q3", "list a user's posts: one query", i -> blog.postsOf(reader, PAGE)),
        new Request(
            "C3",
            "comment: read who, then one batch with the count",
            i ->
                blog.createComment(
                    CreateComment.of(hello.apply(0), newcomer.apply(i), "Welcome!"))),
        new Request(
            "Q4",
            "list a post's comments: one query",
            i -> blog.commentsOf(post, PAGE, CommentOrder.NEWEST_FIRST)),
        new Request(
            "C4",
            "like: read who, then one batch with the count",
            i -> blog.likePost(LikePost.of(hello.apply(0), newcomer.apply(i)))),
        new Request("Q5", "list a post's likes: one query", i -> blog.likesOf(post, PAGE)),
        new Request("Q6", "list the newest posts: a point read", i -> blog.recentPosts(100)));
  }

  private static void print(Result result, Screen screen) {
    Table table = new Table("id", "request", "requests", "partitions", "RU (modelled)", "ms");
    for (Measured request : result.requests()) {
      RequestLog.Cost cost = request.cost();
      table.format(
          "%s|%s|%d|%d|%.2f|%.2f",
          request.id(),
          request.what(),
          cost.requestsSent(),
          cost.partitions(),
          cost.ru(),
          cost.ms());
    }
    screen.line("");
    table.print(screen);
    int plans = result.requests().stream().mapToInt(each -> each.cost().queryPlans()).sum();
    if (plans > 0) {
      screen.line(
          "The SDK asked the gateway for a query plan %d times, which asks no partition and costs"
              + " no RU.",
          plans);
    }
    screen.line("");
    screen.line(
        result.copiesInSync()
            ? "all copies and counts equal their sources"
            : "copies or counts differ from their sources");
    GeneratedBlog.Size size = result.size();
    screen.line(
        "%,d users, %,d posts, %,d comments, %,d likes; %.1f s in all",
        size.users(), size.posts(), size.comments(), size.likes(), result.seconds());
  }
}
