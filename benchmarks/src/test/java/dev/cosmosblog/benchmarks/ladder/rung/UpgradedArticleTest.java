package dev.cosmosblog.benchmarks.ladder.rung;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cosmosblog.examples.blog.Endpoint;
import dev.cosmosblog.maintenance.BlogUpgrade;
import dev.cosmosblog.maintenance.BlogUpgradeBuilder;
import dev.cosmosblog.maintenance.report.ChangeKind;
import dev.cosmosblog.maintenance.report.MaintenanceReport;
import dev.cosmosblog.model.Comment;
import dev.cosmosblog.model.CommentId;
import dev.cosmosblog.model.Like;
import dev.cosmosblog.model.Post;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.User;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.store.BlogDatabase;
import dev.cosmosblog.store.BlogDatabaseBuilder;
import dev.cosmosblog.store.config.ContainerNames;
import dev.cosmoslocal.LocalCosmos;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** An upgrade converts databases that the article's own procedures have written. */
class UpgradedArticleTest {
  private static final int USERS = 6;
  private static final int POSTS = 18;
  private static final Instant FIRST_DAY = Instant.parse("2026-01-01T00:00:00Z");

  @ParameterizedTest
  @EnumSource(names = {"V1", "V2", "V3"})
  void aBlogThatTheArticlesRequestsHaveWrittenIsUpgraded(RungKind version)
      throws IOException, InterruptedException {
    boolean formerUsers = version != RungKind.V3;
    BlogDatabaseBuilder settings = BlogDatabase.builder();
    if (formerUsers) {
      settings.containerNames(new ContainerNames("members", "posts", "feed", "leases"));
    }
    try (LocalCosmos emulator = LocalCosmos.builder().physicalPartitions(2).start();
        BlogDatabase blog = Endpoint.of(emulator).connect("blog", "test");
        BlogDatabase upgraded = Endpoint.of(emulator).connect("blog", "upgrade", settings)) {
      write(version, blog);
      BlogUpgradeBuilder upgrade = BlogUpgrade.builder(upgraded).requestUnitsPerSecond(1_000_000);
      if (formerUsers) {
        upgrade.formerUsers("users");
      }
      MaintenanceReport report = upgrade.build().upgrade();
      assertThat(report.isClean()).isTrue();
      assertThat(report.changes())
          .as("63 likes of a user each, and one twice")
          .containsEntry(ChangeKind.LIKE_ID_SET, 63L)
          .containsEntry(ChangeKind.DUPLICATE_LIKE_REMOVED, 1L);
      if (version != RungKind.V1) {
        assertThat(report.changes()).doesNotContainKey(ChangeKind.COUNTS_SET);
      }
    }
  }

  /** Writes the blog; one user likes a post twice, and one is renamed. */
  private static void write(RungKind version, BlogDatabase connection) {
    AtomicInteger likes = new AtomicInteger();
    Rung rung = version.provision(connection, () -> "like-" + likes.incrementAndGet());
    for (int user = 0; user < USERS; user++) {
      rung.createUser(new User(user(user), "User " + user));
    }
    for (int number = 0; number < POSTS; number++) {
      PostId post = PostId.of("p" + number);
      Instant date = FIRST_DAY.plus(Duration.ofDays(number));
      int author = number % USERS;
      rung.createPost(new Post(post, user(author), "User " + author, "Title", "Content", date));
      for (int reader = 0; reader <= number % USERS; reader++) {
        CommentId id = CommentId.of("c" + number + "-" + reader);
        String name = "User " + reader;
        rung.createComment(new Comment(id, post, user(reader), name, "Comment", date));
        rung.likePost(new Like(post, user(reader), name, date));
      }
    }
    rung.likePost(new Like(PostId.of("p0"), user(0), "User 0", FIRST_DAY));
    rung.drain();
    rung.renameUser(new User(user(1), "Renamed"));
    rung.drain();
  }

  private static UserId user(int number) {
    return UserId.of("u" + number);
  }
}
