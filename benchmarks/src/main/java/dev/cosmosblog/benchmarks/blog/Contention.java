package dev.cosmosblog.benchmarks.blog;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosDatabase;
import com.azure.cosmos.models.CosmosBatch;
import com.azure.cosmos.models.CosmosBatchPatchItemRequestOptions;
import com.azure.cosmos.models.CosmosPatchOperations;
import com.azure.cosmos.models.PartitionKey;
import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmosblog.examples.blog.Workers;
import dev.cosmosblog.model.Comment;
import dev.cosmosblog.model.CommentId;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.item.CommentItem;
import dev.cosmosblog.store.BlogDatabase;
import dev.cosmosblog.store.BlogStore;
import dev.cosmosblog.store.command.CreateComment;
import dev.cosmosblog.store.command.CreatePost;
import dev.cosmosblog.store.command.CreateUser;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;

/**
 * Many writers comment on one post: through the library as it is built by default, which knows for
 * some seconds who writes; through the library that reads its author for each comment; with the SDK
 * alone and these two requests, the author's point read and the batch; and with the batch alone.
 * They take turns, so that what else this machine does befalls all of them.
 */
final class Contention {
  private static final int WRITERS = 64;
  private static final int ROUNDS = 8;
  private static final String LIVE = "FROM c WHERE c.type = 'post' AND NOT IS_DEFINED(c.deleted)";

  private final BlogStore store;
  private final BlogStore reading;
  private final CosmosContainer users;
  private final CosmosContainer posts;
  private final int commands;

  Contention(BlogDatabase blog, int commands) {
    this.store = BlogStore.on(blog);
    this.reading = BlogStore.builder(blog).authorsKnownFor(Duration.ZERO).build();
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
   * @param ofBareBatch the library's part of the batch alone
   * @param readingPerSecond through the library that reads the author each time
   * @param sameRequestsPerSecond these two requests with the SDK alone
   * @param ofSameRequests the library's part of these
   */
  record Measured(
      int writers,
      double libraryPerSecond,
      double bareBatchPerSecond,
      double ofBareBatch,
      double readingPerSecond,
      double sameRequestsPerSecond,
      double ofSameRequests) {}

  private enum Way {
    LIBRARY,
    BARE_BATCH,
    READING,
    SAME_REQUESTS
  }

  Measured measure() throws InterruptedException {
    UserId author = store.createUser(CreateUser.named("Writer " + UUID.randomUUID())).value().id();
    Map<Way, Long> nanos = new EnumMap<>(Way.class);
    try (Workers workers = new Workers(WRITERS)) {
      // The first round warms up.
      for (int round = 0; round <= ROUNDS; round++) {
        // Each is the first in its turn: what a round leaves to be collected, the next one pays.
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
    return new Measured(WRITERS, library, bare, library / bare, reading, same, reading / same);
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
      throw new IllegalStateException("A batch of the benchmark was refused.");
    }
  }
}
