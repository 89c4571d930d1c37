package dev.cosmosblog.benchmarks.blog;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosDatabase;
import com.azure.cosmos.models.CosmosBatch;
import com.azure.cosmos.models.CosmosItemResponse;
import com.azure.cosmos.models.CosmosPatchItemRequestOptions;
import com.azure.cosmos.models.CosmosPatchOperations;
import com.azure.cosmos.models.PartitionKey;
import dev.cosmosblog.changefeed.BlogChangeFeed;
import dev.cosmosblog.changefeed.observe.ChangeFeedListener;
import dev.cosmosblog.changefeed.observe.ChangeFeedListener.RenameProgress;
import dev.cosmosblog.examples.blog.Endpoint;
import dev.cosmosblog.examples.blog.Workers;
import dev.cosmosblog.model.Comment;
import dev.cosmosblog.model.CommentId;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.item.CommentItem;
import dev.cosmosblog.store.BlogDatabase;
import dev.cosmosblog.store.BlogStore;
import dev.cosmosblog.store.command.CreatePost;
import dev.cosmosblog.store.command.CreateUser;
import dev.cosmosblog.store.command.EraseUser;
import dev.cosmosblog.store.command.ErasureReport;
import dev.cosmosblog.store.command.ErasureReport.Part;
import dev.cosmosblog.store.observe.BlogOperation;
import dev.cosmosblog.store.observe.OperationReport;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.concurrent.atomic.LongAdder;

/**
 * Renames a user who wrote many comments, patches each of them with the SDK alone on as many
 * threads, and then erases the user with all comments, while the change feed runs.
 */
final class LargeRename {
  private static final int AT_ONCE = 8;
  private static final int COMMENTS_OF_A_POST = 99;
  private static final long PATIENCE_MINUTES = 60;

  private final BlogDatabase blog;
  private final CosmosContainer posts;
  private final int items;
  private final LongAdder requests = new LongAdder();
  private final DoubleAdder charge = new DoubleAdder();

  LargeRename(BlogDatabase blog, int items) {
    this.blog = blog;
    this.posts = blog.unwrap(CosmosDatabase.class).getContainer("posts");
    this.items = items;
  }

  /** The cost of a rename by the library, of one patch for each item, and of an erasure. */
  record RenameCosts(Cost library, Cost bare, Cost erasure) {}

  /** The cost of writing a name to items; the seconds count from the user's change. */
  record Cost(int items, double seconds, double requestsPerItem, double requestUnitsPerItem) {}

  /** A comment and the post that it is in. */
  private record Written(String id, String post) {}

  RenameCosts measure() throws InterruptedException {
    BlogDatabase observed = Endpoint.with(blog, BlogDatabase.builder().listener(this::onOperation));
    BlogStore store = BlogStore.on(observed);
    UserId user = store.createUser(CreateUser.named("Ann " + UUID.randomUUID())).value().id();
    List<Written> comments = comments(store, user);
    CountDownLatch finished = new CountDownLatch(1);
    ChangeFeedListener listener =
        new ChangeFeedListener() {
          @Override
          public void onRenameProgress(RenameProgress progress) {
            if (progress.finished() && progress.user().equals(user)) {
              finished.countDown();
            }
          }
        };
    try (BlogChangeFeed feed =
        BlogChangeFeed.builder(observed).renameParallelism(AT_ONCE).listener(listener).build()) {
      feed.start();
      drain(feed);
      Cost library = rename(store, user, finished);
      drain(feed);
      Cost bare = bare(comments);
      drain(feed);
      return new RenameCosts(library, bare, erase(store, user));
    }
  }

  private static void drain(BlogChangeFeed feed) throws InterruptedException {
    if (!feed.awaitDrained(Duration.ofMinutes(PATIENCE_MINUTES))) {
      throw new IllegalStateException("The change feed didn't catch up within 60 minutes");
    }
  }

  private void onOperation(OperationReport report) {
    if (report.operation() == BlogOperation.FIND_STALE_USERNAMES
        || report.operation() == BlogOperation.PROPAGATE_USERNAME) {
      requests.add(report.requests());
      charge.add(report.requestUnits());
    }
  }

  /** Creates the comments and their posts' counts, with one batch for each post. */
  private List<Written> comments(BlogStore store, UserId user) {
    List<Written> all = new ArrayList<>();
    while (all.size() < items) {
      PostId post = store.createPost(CreatePost.of(user, "Title", "Content")).value().id();
      int count = Math.min(COMMENTS_OF_A_POST, items - all.size());
      CosmosBatch batch = CosmosBatch.createCosmosBatch(new PartitionKey(post.value()));
      for (int i = 0; i < count; i++) {
        CommentId id = CommentId.of(UUID.randomUUID().toString());
        Comment comment = new Comment(id, post, user, "Ann", "Hm", Instant.now());
        batch.createItemOperation(CommentItem.of(comment, 0));
        all.add(new Written(id.value(), post.value()));
      }
      batch.patchItemOperation(
          post.value(),
          CosmosPatchOperations.create()
              .increment("/commentCount", count)
              .increment("/version", 1));
      posts.executeCosmosBatch(batch);
    }
    return all;
  }

  private Cost rename(BlogStore store, UserId user, CountDownLatch finished)
      throws InterruptedException {
    long start = System.nanoTime();
    store.renameUser(user, "Anna " + UUID.randomUUID());
    if (!finished.await(PATIENCE_MINUTES, TimeUnit.MINUTES)) {
      throw new IllegalStateException("The rename didn't end within 60 minutes");
    }
    return cost(written(), start, requests.sum(), charge.sum());
  }

  /** The posts contain the name, too. */
  private int written() {
    return items + (items + COMMENTS_OF_A_POST - 1) / COMMENTS_OF_A_POST;
  }

  private Cost erase(BlogStore store, UserId user) {
    long start = System.nanoTime();
    ErasureReport report = store.eraseUser(EraseUser.remove(user)).value();
    List<Part> parts =
        List.of(report.users(), report.posts(), report.frontPage(), report.listings());
    double sent = parts.stream().mapToDouble(Part::requests).sum();
    return cost(written(), start, sent, parts.stream().mapToDouble(Part::requestUnits).sum());
  }

  private static Cost cost(int items, long start, double requests, double charge) {
    double seconds = (System.nanoTime() - start) / 1e9;
    return new Cost(items, seconds, requests / items, charge / items);
  }

  private Cost bare(List<Written> comments) throws InterruptedException {
    DoubleAdder all = new DoubleAdder();
    long start = System.nanoTime();
    try (Workers workers = new Workers(AT_ONCE)) {
      workers.forEach(comments.iterator(), comment -> all.add(patch(comment)));
    }
    return cost(comments.size(), start, comments.size(), all.sum());
  }

  private double patch(Written comment) {
    CosmosPatchItemRequestOptions options = new CosmosPatchItemRequestOptions();
    options.setContentResponseOnWriteEnabled(false);
    CosmosItemResponse<Object> response =
        posts.patchItem(
            comment.id(),
            new PartitionKey(comment.post()),
            CosmosPatchOperations.create().set("/userUsername", "Anne").set("/userVersion", 2),
            options,
            Object.class);
    return response.getRequestCharge();
  }
}
