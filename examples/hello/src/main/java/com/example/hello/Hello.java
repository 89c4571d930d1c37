package com.example.hello;

import dev.cosmosblog.changefeed.BlogChangeFeed;
import dev.cosmosblog.model.Post;
import dev.cosmosblog.model.PostSummary;
import dev.cosmosblog.model.User;
import dev.cosmosblog.store.BlogDatabase;
import dev.cosmosblog.store.BlogStore;
import dev.cosmosblog.store.observe.OperationReport;
import dev.cosmoslocal.LocalCosmos;
import java.time.Duration;

/** Writes a post, a comment and a like, and reads them on the front page. */
public final class Hello {
  public static void main(String[] args) throws InterruptedException {
    // For an account in Azure: new CosmosClientBuilder().endpoint(…).key(…).
    try (LocalCosmos emulator = LocalCosmos.start();
        BlogDatabase database =
            BlogDatabase.builder()
                .connect(emulator.clientBuilder(), "blog")
                .listener(Hello::print)
                .build()
                .provision();
        BlogChangeFeed changeFeed =
            BlogChangeFeed.builder(database).pollInterval(Duration.ofMillis(100)).build()) {
      BlogStore blog = BlogStore.on(database);
      System.out.printf("The emulator is at %s%n%n", emulator.endpoint());
      System.out.printf("%-24s requests    RU%n", "Ann and Bob write:");
      User ann = blog.createUser("Ann").value();
      User bob = blog.createUser("Bob").value();
      Post post = blog.createPost(ann, "Hello", "My first post").value();
      blog.createComment(post.id(), bob, "Welcome!");
      blog.likePost(post.id(), bob.id());

      System.out.printf("%nThe change feed updates the copies:%n");
      changeFeed.start();
      changeFeed.awaitDrained(Duration.ofMinutes(1));

      System.out.printf("%nA visitor opens the front page:%n");
      for (PostSummary found : blog.recentPosts(10)) {
        System.out.printf(
            "  \"%s\" by %s, %d comment, %d like%n",
            found.title(), found.userUsername(), found.commentCount(), found.likeCount());
      }
      System.out.printf(
          "%nNotice: the front page costs one request of 1 RU. It shows the author's name and the%n"
              + "counts, because the change feed has copied them to the item that is read.%n");
    }
  }

  private static void print(OperationReport report) {
    System.out.printf(
        "  %-22s %8d %5.1f%n",
        report.operation().name().toLowerCase(), report.requests(), report.requestUnits());
  }
}
