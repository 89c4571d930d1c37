package dev.cosmosblog.system;

import com.azure.cosmos.CosmosDatabase;
import com.azure.cosmos.models.CosmosItemRequestOptions;
import com.azure.cosmos.models.PartitionKey;
import dev.cosmosblog.changefeed.BlogChangeFeed;
import dev.cosmosblog.changefeed.BlogChangeFeedBuilder;
import dev.cosmosblog.changefeed.observe.ChangeFeedListener;
import dev.cosmosblog.examples.blog.Endpoint;
import dev.cosmosblog.maintenance.BlogVerifier;
import dev.cosmosblog.model.BlogException;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.store.BlogDatabase;
import dev.cosmosblog.store.BlogDatabaseBuilder;
import dev.cosmosblog.store.BlogStore;
import dev.cosmosblog.store.command.CreateComment;
import dev.cosmosblog.store.command.CreatePost;
import dev.cosmosblog.store.command.CreateUser;
import dev.cosmosblog.store.command.LikePost;
import dev.cosmosblog.store.config.RetryPolicy;
import dev.cosmoslocal.Fault;
import dev.cosmoslocal.FaultPlan;
import dev.cosmoslocal.FaultRule;
import dev.cosmoslocal.LocalCosmos;
import dev.cosmoslocal.request.RequestKind;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * A blog to which everything happens that somebody logs: bad items, requests that fail, listeners
 * that throw, a wrong key. The texts of its users contain {@link #SECRET}.
 */
final class TroubledBlog {
  static final String SECRET = "Geheimnis";

  /** Is in the ids of all users and items. */
  static final String NUMBER = "4711-numbered";

  /** A key in Base64, as accounts have them. */
  static final String KEY =
      "R2VoZWltZXIgU2NobHVlc3NlbCBkZXMgS29udG9zLCBkZXIgbmllIGluIGVpbiBMb2cgZ2Vob2VydC4h";

  private TroubledBlog() {}

  /** Ends when all of it has happened, with a line that says so. */
  public static void main(String[] words) throws IOException, InterruptedException {
    try (LocalCosmos account = LocalCosmos.builder().key(KEY).physicalPartitions(1).start()) {
      Endpoint endpoint = Endpoint.of(account);
      BlogDatabaseBuilder settings =
          BlogDatabase.builder()
              .retryPolicy(RetryPolicy.standard().withDeadline(Duration.ofSeconds(2)))
              .listener(
                  report -> {
                    throw new IllegalStateException("as a listener may");
                  });
      try (BlogDatabase blog = endpoint.connect("blog", "troubled", settings)) {
        blog.provision();
        trouble(account, blog);
      }
    }
    System.out.println("all of it happened");
  }

  private static void trouble(LocalCosmos account, BlogDatabase blog)
      throws IOException, InterruptedException {
    BlogStore store = BlogStore.on(blog);
    UserId ann = UserId.of("ann-" + NUMBER);
    PostId post = PostId.of("post-" + NUMBER);
    store.createUser(CreateUser.named(SECRET + " Ann").withId(ann));
    store.createPost(CreatePost.of(ann, SECRET + " title", SECRET + " text").withId(post));
    badItems(blog);
    BlogChangeFeedBuilder feeds =
        BlogChangeFeed.builder(blog)
            .pollInterval(Duration.ofMillis(50))
            .listener(
                new ChangeFeedListener() {
                  @Override
                  public void onStarted(String hostName) {
                    throw new IllegalStateException("as a listener may");
                  }
                });
    try (BlogChangeFeed feed = feeds.build()) {
      feed.start();
      feed.awaitDrained(Duration.ofMinutes(1));
      account.faults(everythingFails());
      commands(store, ann, post);
      account.faults(FaultPlan.NONE);
      store.renameUser(ann, SECRET + " Anna");
    }
    BlogVerifier.builder(blog).settleTime(Duration.ZERO).build().verify();
    wrongKey(account);
  }

  private static FaultPlan everythingFails() {
    return FaultPlan.builder()
        .rule(FaultRule.on(RequestKind.BATCH).then(Fault.status(503)))
        .rule(FaultRule.on(RequestKind.READ_ITEM).then(Fault.status(500)))
        .rule(FaultRule.on(RequestKind.QUERY).then(Fault.status(400)))
        .rule(FaultRule.on(RequestKind.CREATE_ITEM).then(Fault.cutAfter()))
        .rule(FaultRule.on(RequestKind.PATCH_ITEM).then(Fault.status(408)))
        .rule(FaultRule.on(RequestKind.CHANGE_FEED).every(2).then(Fault.status(500)))
        .build();
  }

  private static void badItems(BlogDatabase blog) {
    String bad = "bad-" + NUMBER;
    for (Map<String, Object> item :
        List.<Map<String, Object>>of(
            Map.of("id", bad, "postId", bad, "type", "post", "title", List.of(SECRET)),
            Map.of("id", "c-" + bad, "postId", bad, "type", "comment", "content", List.of(SECRET)),
            Map.of("id", "l-" + bad, "postId", bad, "type", "like", "userUsername", SECRET))) {
      blog.unwrap(CosmosDatabase.class)
          .getContainer("posts")
          .createItem(
              item,
              new PartitionKey(String.valueOf(item.get("postId"))),
              new CosmosItemRequestOptions());
    }
  }

  private static void commands(BlogStore store, UserId ann, PostId post) {
    for (Runnable command :
        List.<Runnable>of(
            () -> store.createComment(CreateComment.of(post, ann, SECRET + " comment")),
            () -> store.likePost(LikePost.of(post, ann)),
            () -> store.createPost(CreatePost.of(ann, SECRET, SECRET)),
            () -> store.renameUser(ann, SECRET + " Anne"),
            () -> store.deletePost(post))) {
      try {
        command.run();
      } catch (BlogException e) {
        // The host's business; what it logs of it must be fit to be seen.
        logged("A command failed", e);
      }
    }
  }

  private static void wrongKey(LocalCosmos account) {
    String wrong = KEY.substring(4) + "R2Vo";
    try (BlogDatabase blog =
        new Endpoint(URI.create(account.endpoint()), wrong).connect("blog", "wrong")) {
      BlogStore.on(blog).findUser(UserId.of("ann-" + NUMBER));
    } catch (BlogException | IOException e) {
      logged("The key is wrong", e);
    }
  }

  private static void logged(String message, Exception e) {
    System.err.println(message);
    e.printStackTrace();
  }
}
