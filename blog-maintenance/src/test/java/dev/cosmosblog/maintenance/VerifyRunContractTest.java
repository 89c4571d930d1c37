package dev.cosmosblog.maintenance;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.azure.cosmos.models.CosmosPatchOperations;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmosblog.changefeed.BlogChangeFeed;
import dev.cosmosblog.maintenance.internal.MaintenanceRun;
import dev.cosmosblog.maintenance.internal.RunTimer;
import dev.cosmosblog.maintenance.report.Finding;
import dev.cosmosblog.maintenance.report.FindingKind;
import dev.cosmosblog.maintenance.report.MaintenanceListener;
import dev.cosmosblog.maintenance.report.MaintenanceProgress;
import dev.cosmosblog.maintenance.report.MaintenanceReport;
import dev.cosmosblog.model.Post;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.store.BlogDatabase;
import dev.cosmosblog.store.command.CreateUser;
import dev.cosmosblog.store.command.EraseUser;
import dev.cosmosblog.store.command.LikePost;
import dev.cosmosblog.store.error.SettingsMismatchException;
import dev.cosmosblog.store.internal.item.BlogContainer;
import dev.cosmosblog.store.internal.item.ItemPlace;
import dev.cosmosblog.store.observe.BlogOperation;
import dev.cosmosblog.testsupport.Invariant;
import dev.cosmoslocal.junit.LocalCosmosExtension;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import java.util.zip.CRC32C;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Runs that are killed, held to a budget, and beside live traffic. */
@Tag("slow")
@Order(2)
class VerifyRunContractTest {
  @RegisterExtension static final LocalCosmosExtension COSMOS = TestBackend.extension();

  private static final TestBackend BACKEND = TestBackend.of(COSMOS);
  private static final List<Damage> SCATTERED =
      List.of(
          Damage.COUNT_BUMPED,
          Damage.NAME_CHANGED_IN_COMMENT,
          Damage.LIKED_TWICE,
          Damage.COPY_LOST,
          Damage.COPY_OF_NOTHING,
          Damage.RESERVATION_LOST,
          Damage.FEED_ENTRY_LOST);

  private static DamagedBlog damaged() {
    DamagedBlog blog = SmallBlog.with(BACKEND, 6);
    for (int i = 0; i < SCATTERED.size(); i++) {
      SCATTERED.get(i).to(blog, i);
    }
    return blog;
  }

  @Test
  void aVerificationThatIsKilledAfterEachPageFindsTheSame() throws InterruptedException {
    List<Finding> heard = new ArrayList<>();
    List<String> tokens = new ArrayList<>();
    MaintenanceListener listener =
        new MaintenanceListener() {
          @Override
          public void onFinding(Finding finding) {
            heard.add(finding);
          }

          @Override
          public void onPage(MaintenanceProgress progress) {
            tokens.add(progress.resumeToken().orElseThrow());
            assertThat(progress.items().read()).isBetween(0L, progress.items().total());
          }
        };
    try (DamagedBlog blog = damaged()) {
      BlogVerifier verifier = blog.verifier().pageSize(3).listener(listener).build();
      MaintenanceReport whole = blog.verifier().build().verify();

      MaintenanceRun run = verifier.run(false, null);
      while (run.next()) {
        run = verifier.run(false, tokens.get(tokens.size() - 1));
      }

      assertThat(tokens).as("pages").hasSizeGreaterThan(5);
      assertThat(heard).containsExactlyInAnyOrderElementsOf(whole.findings());
      assertThat(run.report().found()).isEqualTo(whole.found());
      assertThat(run.report().scanned()).isEqualTo(whole.scanned());
      assertThat(verifier.verify(tokens.get(tokens.size() - 1)).found())
          .as("resumed at the end")
          .isEqualTo(whole.found());
    }
  }

  @Test
  void aRepairThatIsKilledAfterEachPageRepairsTheSame() throws InterruptedException {
    try (DamagedBlog blog = damaged()) {
      BlogVerifier verifier = blog.verifier().pageSize(3).build();

      MaintenanceRun run = verifier.run(true, null);
      while (run.next()) {
        run = verifier.run(true, run.progress().resumeToken().orElseThrow());
      }

      assertThat(run.report().repaired()).isEqualTo(run.report().found()).isNotEmpty();
      assertThat(verifier.verify().isClean()).isTrue();
      assertThat(VerifierAssertions.wrongIn(blog)).isEmpty();
    }
  }

  /** Users are read in the order of ids, which copies that were left behind share. */
  @Test
  void copiesWithOneIdOnSeveralPagesAreAllFound() throws InterruptedException {
    try (DamagedBlog blog = SmallBlog.with(BACKEND, 2)) {
      for (int i = 0; i < 8; i++) {
        blog.create(
            BlogContainer.USERS,
            "{'id':'p0','type':'post','postId':'p0','userId':'stranger-%d'}".formatted(i));
      }
      MaintenanceReport report = blog.verifier().pageSize(3).build().verify();

      assertThat(report.found()).isEqualTo(Map.of(FindingKind.SURPLUS_SUMMARY, 8L));
      assertThat(report.scanned())
          .as("nothing is read twice")
          .isEqualTo(blog.verifier().build().verify().scanned());
    }
  }

  @Test
  void aTokenOfAnotherKindOfRunIsRefusedWithoutBeingQuoted() throws InterruptedException {
    try (DamagedBlog blog = SmallBlog.with(BACKEND, 1)) {
      BlogVerifier verifier = blog.verifier().build();
      MaintenanceRun run = verifier.run(false, null);
      run.next();

      String token = run.progress().resumeToken().orElseThrow();
      assertThatThrownBy(() -> verifier.repair(token))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("another kind of run");
      assertThatThrownBy(() -> verifier.verify("{secret"))
          .isInstanceOf(IllegalArgumentException.class)
          .hasNoCause()
          .hasMessageNotContaining("secret");
    }
  }

  @Test
  void aTokenOfAnotherVersionOrOfOtherFindingsIsRefused() throws InterruptedException {
    try (DamagedBlog blog = SmallBlog.with(BACKEND, 1)) {
      MaintenanceRun run = blog.verifier().build().run(false, null);
      run.next();
      String token = run.progress().resumeToken().orElseThrow();
      String json = token.substring(token.indexOf('{')).replace("\"format\":4", "\"format\":1");
      CRC32C sum = new CRC32C();
      sum.update(json.getBytes(UTF_8));
      String former = HexFormat.of().toHexDigits((int) sum.getValue()) + json;

      assertThatThrownBy(() -> blog.verifier().build().verify(former))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("another version");
      assertIsOfOtherSettings(token, blog.verifier().kinds(Set.of(FindingKind.WRONG_FRONT_PAGE)));
      assertIsOfOtherSettings(token, blog.verifier().keepOrphans(true));
      BlogDatabase other = BlogDatabase.builder().client(BACKEND.client(), "other").build();
      assertIsOfOtherSettings(token, BlogVerifier.builder(other));
    }
  }

  /** Both kinds are looked for in one phase: the part before the token has one of them only. */
  @Test
  void aTokenOfOtherFindingsOfTheSamePhaseIsRefused() throws InterruptedException {
    try (DamagedBlog blog = SmallBlog.with(BACKEND, 1)) {
      MaintenanceRun run =
          blog.verifier().kinds(Set.of(FindingKind.WRONG_COUNT)).build().run(false, null);
      run.next();
      assertIsOfOtherSettings(
          run.progress().resumeToken().orElseThrow(),
          blog.verifier().kinds(Set.of(FindingKind.STALE_NAME)));
    }
  }

  private static void assertIsOfOtherSettings(String token, BlogVerifierBuilder verifier) {
    assertThatThrownBy(() -> verifier.build().verify(token))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("other settings");
  }

  @Test
  void aRunWithOtherSettingsThanTheBlogWritesNothing() {
    try (DamagedBlog blog = damaged()) {
      BlogDatabase other =
          BlogDatabase.builder()
              .clients(BACKEND.client(), BACKEND.asyncClient(), blog.database.getId())
              .frontPageSize(DamagedBlog.FRONT_PAGE_SIZE + 1)
              .build();
      BlogVerifier verifier = BlogVerifier.builder(other).build();
      BlogUpgrade upgrade = BlogUpgrade.builder(other).build();
      Map<ItemPlace, JsonNode> before = blog.dump();
      List<ThrowingCallable> runs =
          List.of(
              verifier::verify,
              verifier::repair,
              upgrade::dryRun,
              upgrade::upgrade,
              () -> ViewRebuild.builder(other).build().rebuild());
      for (ThrowingCallable run : runs) {
        assertThatThrownBy(run)
            .isInstanceOf(SettingsMismatchException.class)
            .hasMessageContaining("frontPageSize is ");
      }
      assertThat(blog.dump()).isEqualTo(before);
    }
  }

  @Test
  void aFrontPageThatOthersKeepWritingIsUnsettled() throws InterruptedException {
    try (DamagedBlog blog = SmallBlog.with(BACKEND, 2)) {
      blog.patch(ItemPlace.ofFrontPage(), CosmosPatchOperations.create().remove("/posts/0"));
      AtomicBoolean inUse = new AtomicBoolean();
      CosmosPatchOperations liked =
          CosmosPatchOperations.create().increment("/likeCount", 1).increment("/version", 1);
      BlogDatabase database =
          BlogDatabase.builder()
              .clients(BACKEND.client(), BACKEND.asyncClient(), blog.database.getId())
              .frontPageSize(DamagedBlog.FRONT_PAGE_SIZE)
              .listener(
                  report -> {
                    if (report.operation() == BlogOperation.REPAIR) {
                      inUse.set(true);
                    }
                    if (inUse.get()) {
                      blog.patch(ItemPlace.ofPost("p0"), liked);
                    }
                  })
              .build();
      MaintenanceReport report =
          BlogVerifier.builder(database)
              .requestUnitsPerSecond(1e9)
              .kinds(Set.of(FindingKind.WRONG_FRONT_PAGE))
              .timer(new RunTimer(DamagedBlog.LATER, System::nanoTime, time -> {}))
              .build()
              .repair();

      assertThat(report.unsettled()).isEqualTo(1);
      assertThat(report.remaining()).isZero();
    }
  }

  /** A rename or an erasure reaches the front page first: what it wrote must not go back. */
  @Test
  @Invariant("I4")
  void aRepairedFrontPageKeepsANewNameThatAPostStillLacks() throws InterruptedException {
    try (DamagedBlog blog = SmallBlog.with(BACKEND, 2)) {
      JsonNode entry = blog.dump().get(ItemPlace.ofFrontPage()).path("posts").path(0);
      long version = entry.path("userVersion").asLong() + 1;
      blog.patch(
          ItemPlace.ofUser(entry.path("userId").asText()),
          CosmosPatchOperations.create().set("/username", "Renamed").set("/version", version));
      blog.patch(
          ItemPlace.ofFrontPage(),
          CosmosPatchOperations.create()
              .set("/posts/0/userUsername", "Renamed")
              .set("/posts/0/userVersion", version)
              .remove("/posts/1"));

      blog.verifier().kinds(Set.of(FindingKind.WRONG_FRONT_PAGE)).build().repair();

      JsonNode repaired = blog.dump().get(ItemPlace.ofFrontPage()).path("posts");
      assertThat(repaired).hasSizeGreaterThan(1);
      assertThat(repaired.path(0).path("postId")).isEqualTo(entry.path("postId"));
      assertThat(repaired.path(0).path("userUsername").asText()).isEqualTo("Renamed");
      assertThat(repaired.path(0).path("userVersion").asLong()).isEqualTo(version);
    }
  }

  /** A query for more each time, from the newest on, would end with all posts in memory. */
  @Test
  void theFrontPageIsFoundAfterManyUnreadablePosts() throws InterruptedException {
    try (DamagedBlog blog = SmallBlog.with(BACKEND, 2)) {
      JsonNode right = blog.dump().get(ItemPlace.ofFrontPage()).path("posts");
      ItemPlace newest = ItemPlace.ofPost(right.path(0).path("id").asText());
      ObjectNode unreadable = blog.dump().get(newest).deepCopy();
      unreadable.put("version", "none").put("content", "x".repeat(10_000));
      for (int i = 0; i < 200; i++) {
        String id = "unreadable-" + i;
        unreadable.put("creationDate", "2100-01-01T00:00:0%d.000Z".formatted(i % 7));
        if (i % 20 == 0) {
          // It comes before all dates.
          unreadable.putArray("creationDate");
        }
        blog.create(BlogContainer.POSTS, unreadable.put("id", id).put("postId", id).toString());
      }
      blog.patch(ItemPlace.ofFrontPage(), CosmosPatchOperations.create().set("/posts", List.of()));
      List<Double> queries = new CopyOnWriteArrayList<>();
      BlogDatabase database =
          BlogDatabase.builder()
              .clients(BACKEND.client(), BACKEND.asyncClient(), blog.database.getId())
              .frontPageSize(DamagedBlog.FRONT_PAGE_SIZE)
              .listener(
                  report -> {
                    if (report.operation() == BlogOperation.SCAN) {
                      queries.add(report.requestUnits());
                    }
                  })
              .build();

      BlogVerifier.builder(database)
          .requestUnitsPerSecond(1e9)
          .kinds(Set.of(FindingKind.WRONG_FRONT_PAGE))
          .timer(new RunTimer(DamagedBlog.LATER, System::nanoTime, time -> {}))
          .build()
          .repair();

      assertThat(blog.dump().get(ItemPlace.ofFrontPage()).path("posts")).isEqualTo(right);
      assertThat(queries).as("RU").allMatch(ru -> ru < queries.get(0) * 2);
    }
  }

  @Test
  void aLikeWhoseIdChangesHasItsUsersName() throws InterruptedException {
    try (DamagedBlog blog = SmallBlog.with(BACKEND, 2)) {
      blog.create(
          BlogContainer.POSTS,
          "{'id':'random','type':'like','postId':'p0','userId':'u2','userUsername':'Of old'}");
      blog.patch(ItemPlace.ofPost("p0"), CosmosPatchOperations.create().increment("/likeCount", 1));
      BlogVerifier verifier = blog.verifier().build();

      assertThat(verifier.repair().repaired())
          .containsEntry(FindingKind.STALE_NAME, 1L)
          .containsEntry(FindingKind.UNGUARDED_LIKE, 1L);
      assertThat(verifier.verify().isClean()).isTrue();
    }
  }

  @Test
  void theBudgetHoldsOverAWholeRun() throws InterruptedException {
    AtomicInteger waits = new AtomicInteger();
    List<Duration> waited = new ArrayList<>();
    try (DamagedBlog blog = damaged()) {
      RunTimer time =
          new RunTimer(
              DamagedBlog.LATER,
              () -> waited.stream().mapToLong(Duration::toNanos).sum(),
              wait -> {
                waits.incrementAndGet();
                waited.add(wait);
              });
      MaintenanceReport report =
          blog.verifier()
              .requestUnitsPerSecond(20)
              .settleTime(Duration.ZERO)
              .timer(time)
              .build()
              .verify();

      double seconds = waited.stream().mapToLong(Duration::toNanos).sum() / 1e9;
      assertThat(waits).as("waits").hasPositiveValue();
      assertThat(report.requestUnits()).isPositive().isLessThanOrEqualTo(20 * (1 + seconds) + 1);
    }
  }

  @Test
  void anInterruptedRunStops() throws InterruptedException {
    try (DamagedBlog blog = damaged()) {
      BlogVerifier verifier = blog.verifier().build();
      Thread.currentThread().interrupt();
      assertThatThrownBy(verifier::verify).isInstanceOf(InterruptedException.class);
      assertThat(Thread.interrupted()).as("the flag is taken").isFalse();
    }
  }

  @Test
  void updatesThatTheChangeFeedIsAboutToWriteAreNotReported() throws InterruptedException {
    try (DamagedBlog blog = SmallBlog.with(BACKEND, 4)) {
      blog.store.likePost(LikePost.of(PostId.of("p3"), UserId.of("u1")));
      blog.store.renameUser(UserId.of("u2"), "Renamed");
      blog.store.deletePost(PostId.of("p2"));
      AtomicBoolean settled = new AtomicBoolean();
      RunTimer time =
          new RunTimer(
              DamagedBlog.LATER,
              System::nanoTime,
              wait -> {
                if (settled.compareAndSet(false, true)) {
                  blog.drain();
                }
              });
      MaintenanceReport report = blog.verifier().timer(time).build().verify();

      assertThat(settled).as("there were suspects").isTrue();
      assertThat(report.findings()).isEmpty();
      assertThat(report.isClean()).isTrue();
    }
  }

  @Test
  void aSuspectThatKeepsChangingIsCountedAsUnsettled() throws InterruptedException {
    ItemPlace comment = new ItemPlace(BlogContainer.POSTS, "p3", "c0");
    try (DamagedBlog blog = SmallBlog.with(BACKEND, 4)) {
      AtomicInteger version = new AtomicInteger(50);
      Runnable write =
          () ->
              blog.patch(
                  comment,
                  CosmosPatchOperations.create().set("/userVersion", version.incrementAndGet()));
      write.run();
      RunTimer time = new RunTimer(DamagedBlog.LATER, System::nanoTime, wait -> write.run());
      MaintenanceReport report = blog.verifier().timer(time).build().verify();

      assertThat(report.findings()).isEmpty();
      assertThat(report.unsettled()).isEqualTo(1);
      assertThat(report.isClean()).isFalse();
    }
  }

  @Test
  void anErasedUsersNameThatReappearsIsRepaired() throws InterruptedException {
    ItemPlace comment = new ItemPlace(BlogContainer.POSTS, "p2", "c2");
    try (DamagedBlog blog = SmallBlog.with(BACKEND, 6)) {
      blog.store.eraseUser(EraseUser.anonymize(UserId.of("u2")));
      blog.drain();
      BlogVerifier verifier = blog.verifier().build();
      assertThat(verifier.verify().findings()).as("after the erasure").isEmpty();
      String replacement = blog.dump().get(comment).path("userUsername").asText();

      blog.patch(comment, CosmosPatchOperations.create().set("/userUsername", "User 2"));

      assertThat(verifier.repair().repaired()).isEqualTo(Map.of(FindingKind.STALE_NAME, 1L));
      assertThat(blog.dump().get(comment).path("userUsername").asText())
          .isEqualTo(replacement)
          .isNotEqualTo("User 2");
    }
  }

  @Test
  void countsRepairedBeside64ParallelLikesAreExact() throws InterruptedException {
    int likers = 64;
    PostId post = PostId.of("p3");
    try (DamagedBlog blog = SmallBlog.with(BACKEND, 4);
        BlogChangeFeed copies = blog.changeFeed().build()) {
      copies.start();
      IntStream.range(0, likers)
          .forEach(n -> blog.store.createUser(CreateUser.named("L" + n).withId(liker(n))));
      blog.patch(
          ItemPlace.ofPost("p3"),
          CosmosPatchOperations.create().increment("/likeCount", 1_000).set("/commentCount", -7));
      BlogVerifier verifier =
          blog.verifier()
              .timer(
                  new RunTimer(
                      DamagedBlog.LATER,
                      System::nanoTime,
                      wait -> LockSupport.parkNanos(Math.min(wait.toNanos(), 20_000_000))))
              .build();
      AtomicBoolean done = new AtomicBoolean();
      Thread likes =
          new Thread(
              () -> {
                IntStream.range(0, likers)
                    .parallel()
                    .forEach(n -> blog.store.likePost(LikePost.of(post, liker(n))));
                done.set(true);
              });
      likes.start();
      while (!done.get()) {
        verifier.repair();
      }
      likes.join();
      verifier.repair();

      Post stored = blog.store.findPost(post).orElseThrow();
      assertThat(stored.likeCount()).as("p3 had one like").isEqualTo(likers + 1);
      assertThat(stored.commentCount()).isEqualTo(1);
      assertThat(copies.awaitDrained(Duration.ofMinutes(2))).isTrue();
      assertThat(VerifierAssertions.wrongIn(blog)).isEmpty();
    }
  }

  private static UserId liker(int number) {
    return UserId.of("liker" + number);
  }
}
