package dev.cosmosblog.benchmarks.blog;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosDatabase;
import com.azure.cosmos.models.CosmosBatch;
import com.azure.cosmos.models.CosmosBatchPatchItemRequestOptions;
import com.azure.cosmos.models.CosmosPatchOperations;
import com.azure.cosmos.models.PartitionKey;
import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmosblog.examples.blog.Endpoint;
import dev.cosmosblog.examples.blog.Workers;
import dev.cosmosblog.examples.console.Screen;
import dev.cosmosblog.examples.console.Table;
import dev.cosmosblog.model.Comment;
import dev.cosmosblog.model.CommentId;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.User;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.item.CommentItem;
import dev.cosmosblog.store.BlogDatabase;
import dev.cosmosblog.store.BlogDatabaseBuilder;
import dev.cosmosblog.store.BlogStore;
import dev.cosmosblog.store.command.CreateComment;
import dev.cosmosblog.store.command.CreatePost;
import dev.cosmosblog.store.command.CreateUser;
import dev.cosmosblog.store.command.LikePost;
import dev.cosmosblog.store.observe.BlogOperation;
import dev.cosmosblog.store.observe.OperationReport;
import dev.cosmoslocal.Distance;
import dev.cosmoslocal.LocalCosmos;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * Many writers comment on one post: through the library with its defaults, which caches authors for
 * some seconds; through the library that reads the author of each comment; with the SDK alone and
 * these two requests, the author's point read and the batch; and with the batch alone. They take
 * turns, so that the machine's other work affects all of them.
 */
final class Contention {
  private static final int WRITERS = 64;
  private static final int ROUNDS = 8;
  private static final List<Duration> DISTANCES = List.of(Duration.ZERO, Duration.ofMillis(4));
  private static final String LIVE = "FROM c WHERE c.type = 'post' AND NOT IS_DEFINED(c.deleted)";

  private final BlogStore store;
  private final BlogStore reading;
  private final CosmosContainer users;
  private final CosmosContainer posts;
  private final int commands;

  Contention(BlogDatabase blog, int commands) {
    this.store = BlogStore.on(blog);
    this.reading = BlogStore.builder(blog).authorCacheTtl(Duration.ZERO).build();
    this.users = blog.unwrap(CosmosDatabase.class).getContainer("users");
    this.posts = blog.unwrap(CosmosDatabase.class).getContainer("posts");
    this.commands = commands;
  }

  /**
   * Commands per second over all rounds.
   *
   * @param writers how many wrote at once
   * @param libraryPerSecond through the library
   * @param bareBatchPerSecond the batch alone, with the SDK
   * @param ofBareBatch the library's rate / the batch's
   * @param readingPerSecond through the library that reads the author each time
   * @param sameRequestsPerSecond these two requests with the SDK alone
   * @param ofSameRequests the reading library's rate / that of these
   * @param hotPost likes of one post, at each distance
   */
  record WritersOnOnePost(
      int writers,
      double libraryPerSecond,
      double bareBatchPerSecond,
      double ofBareBatch,
      double readingPerSecond,
      double sameRequestsPerSecond,
      double ofSameRequests,
      List<HotPost> hotPost) {}

  /**
   * Many users like one post at once, in a separate emulator: through one store, which puts
   * concurrent likes into one batch, and through a store for each of them, so that each like is a
   * batch.
   *
   * @param milliseconds the distance of the emulator
   * @param limited whether the post's partition accepts 10,000 RU/s, as in the service, or any
   * @param faster how many times faster one store is
   * @param togetherRequestUnits the RU of a like through one store (modelled)
   * @param apartRequestUnits the RU of a like that is one batch (modelled)
   * @param likesOfABatch how many likes a batch of the one store had
   */
  record HotPost(
      long milliseconds,
      boolean limited,
      double togetherPerSecond,
      double apartPerSecond,
      double faster,
      double togetherRequestUnits,
      double apartRequestUnits,
      double likesOfABatch) {}

  private enum Way {
    LIBRARY,
    BARE_BATCH,
    READING,
    SAME_REQUESTS
  }

  WritersOnOnePost measure() throws InterruptedException {
    UserId author = store.createUser(CreateUser.named("Writer " + UUID.randomUUID())).value().id();
    Map<Way, Long> nanos = new EnumMap<>(Way.class);
    try (Workers workers = new Workers(WRITERS)) {
      // The first round warms up.
      for (int round = 0; round <= ROUNDS; round++) {
        // Each is first in turn, because the garbage of one round is collected in the next.
        for (int turn = 0; turn < Way.values().length; turn++) {
          Way way = Way.values()[(round + turn) % Way.values().length];
          long took = round(way, author, workers);
          if (round > 0) {
            nanos.merge(way, took, Long::sum);
          }
        }
      }
    }
    double library = perSecond(nanos.getOrDefault(Way.LIBRARY, 1L));
    double bare = perSecond(nanos.getOrDefault(Way.BARE_BATCH, 1L));
    double reading = perSecond(nanos.getOrDefault(Way.READING, 1L));
    double same = perSecond(nanos.getOrDefault(Way.SAME_REQUESTS, 1L));
    return new WritersOnOnePost(
        WRITERS, library, bare, library / bare, reading, same, reading / same, hotPost(commands));
  }

  private double perSecond(long nanos) {
    return (double) ROUNDS * commands * 1e9 / nanos;
  }

  private long round(Way way, UserId author, Workers workers) throws InterruptedException {
    PostId post = store.createPost(CreatePost.of(author, "Title", "Content")).value().id();
    long start = System.nanoTime();
    workers.forEach(IntStream.range(0, commands).iterator(), number -> comment(way, post, author));
    return System.nanoTime() - start;
  }

  private void comment(Way way, PostId post, UserId author) {
    switch (way) {
      case LIBRARY -> store.createComment(CreateComment.of(post, author, "Hm"));
      case READING -> reading.createComment(CreateComment.of(post, author, "Hm"));
      case SAME_REQUESTS -> {
        JsonNode user =
            users
                .readItem(author.value(), new PartitionKey(author.value()), JsonNode.class)
                .getItem();
        batch(post, author, user.path("username").asText());
      }
      case BARE_BATCH -> batch(post, author, "Writer");
    }
  }

  private void batch(PostId post, UserId author, String name) {
    CommentId id = CommentId.of(UUID.randomUUID().toString());
    Comment comment = new Comment(id, post, author, name, "Hm", Instant.now());
    CosmosBatch batch = CosmosBatch.createCosmosBatch(new PartitionKey(post.value()));
    batch.createItemOperation(CommentItem.of(comment, 0));
    batch.patchItemOperation(
        post.value(),
        CosmosPatchOperations.create().increment("/commentCount", 1).increment("/version", 1),
        new CosmosBatchPatchItemRequestOptions().setFilterPredicate(LIVE));
    if (!posts.executeCosmosBatch(batch).isSuccessStatusCode()) {
      throw new IllegalStateException("A batch with the SDK alone failed.");
    }
  }

  private static List<HotPost> hotPost(int likes) throws InterruptedException {
    List<HotPost> measured = new ArrayList<>();
    for (Duration distance : DISTANCES) {
      measured.add(hotPost(distance, likes, false));
    }
    measured.add(hotPost(DISTANCES.get(DISTANCES.size() - 1), likes, true));
    return measured;
  }

  private static HotPost hotPost(Duration distance, int likes, boolean limited)
      throws InterruptedException {
    try (LocalCosmos emulator =
        LocalCosmos.builder()
            .distance(Distance.of(distance, distance))
            .physicalPartitions(0)
            .enforceThroughput(limited)
            .start()) {
      return new Likers(emulator, likes).measure(distance, limited);
    }
  }

  /** Prints the rates of a hot post. */
  static void print(List<HotPost> measured, Screen screen) {
    Table table =
        new Table(
            WRITERS + " likers of one post",
            "likes/s",
            "one batch each",
            "times as many",
            "RU/like (modelled)",
            "one batch each",
            "likes/batch");
    for (HotPost row : measured) {
      table.format(
          "%d ms away%s|%.1f|%.1f|%.1f|%.1f|%.1f|%.1f",
          row.milliseconds(),
          row.limited() ? ", 10,000 RU/s" : "",
          row.togetherPerSecond(),
          row.apartPerSecond(),
          row.faster(),
          row.togetherRequestUnits(),
          row.apartRequestUnits(),
          row.likesOfABatch());
    }
    table.print(screen);
  }

  /** Likes one post after another. */
  private static final class Likers {
    private static final int LIKE_ROUNDS = 4;

    private final int likes;
    private final DoubleAdder requestUnits = new DoubleAdder();
    private final LongAdder requests = new LongAdder();
    private final BlogDatabase database;

    Likers(LocalCosmos emulator, int likes) {
      this.likes = likes;
      BlogDatabaseBuilder settings = BlogDatabase.builder().listener(this::add);
      try {
        this.database = Endpoint.of(emulator).connect("blog", "hot-post", settings);
        LoadedBlog.provision(database, 1);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    private void add(OperationReport report) {
      if (report.operation() == BlogOperation.LIKE_POST) {
        requestUnits.add(report.requestUnits());
        requests.add(report.requests());
      }
    }

    HotPost measure(Duration distance, boolean limited) throws InterruptedException {
      BlogStore one = BlogStore.on(database);
      ThreadLocal<BlogStore> own = ThreadLocal.withInitial(() -> BlogStore.on(database));
      User author = one.createUser("Author").value();
      long together = 0;
      long apart = 0;
      double togetherUnits = 0;
      double apartUnits = 0;
      long batches = 0;
      try (database;
          Workers workers = new Workers(WRITERS)) {
        // The first round warms up.
        for (int round = 0; round <= LIKE_ROUNDS; round++) {
          long oneTook = round(one, author, () -> one, workers);
          double oneCost = requestUnits.sumThenReset();
          long oneSent = requests.sumThenReset();
          long ownTook = round(one, author, own::get, workers);
          double ownCost = requestUnits.sumThenReset();
          requests.reset();
          if (round > 0) {
            together += oneTook;
            apart += ownTook;
            togetherUnits += oneCost;
            apartUnits += ownCost;
            batches += oneSent;
          }
        }
      }
      double all = (double) LIKE_ROUNDS * likes;
      return new HotPost(
          distance.toMillis(),
          limited,
          all * 1e9 / together,
          all * 1e9 / apart,
          (double) apart / together,
          togetherUnits / all,
          apartUnits / all,
          all / batches);
    }

    private long round(BlogStore store, User author, Supplier<BlogStore> stores, Workers workers)
        throws InterruptedException {
      PostId post = store.createPost(author, "Title", "Content").value().id();
      long start = System.nanoTime();
      workers.forEach(
          IntStream.range(0, likes).iterator(),
          number -> {
            User liker = new User(UserId.of("liker-" + number), "Liker " + number);
            stores.get().likePost(LikePost.of(post, liker));
          });
      return System.nanoTime() - start;
    }
  }
}
