package dev.cosmosblog.maintenance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmosblog.maintenance.internal.RunTimer;
import dev.cosmosblog.maintenance.report.ChangeKind;
import dev.cosmosblog.maintenance.report.Finding;
import dev.cosmosblog.maintenance.report.FindingKind;
import dev.cosmosblog.maintenance.report.MaintenanceListener;
import dev.cosmosblog.maintenance.report.MaintenancePhase;
import dev.cosmosblog.maintenance.report.MaintenanceProgress;
import dev.cosmosblog.maintenance.report.MaintenanceReport;
import dev.cosmosblog.model.CommentId;
import dev.cosmosblog.model.Post;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.PostSummary;
import dev.cosmosblog.model.Slug;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.store.BlogDatabase;
import dev.cosmosblog.store.BlogStore;
import dev.cosmosblog.store.command.CreateComment;
import dev.cosmosblog.store.command.CreateUser;
import dev.cosmosblog.store.config.ContainerNames;
import dev.cosmosblog.store.error.SchemaMismatchException;
import dev.cosmosblog.store.internal.item.BlogContainer;
import dev.cosmosblog.store.internal.kernel.Kernel;
import dev.cosmosblog.store.observe.BlogOperation;
import dev.cosmosblog.store.observe.OperationReport;
import dev.cosmosblog.store.query.PageRequest;
import dev.cosmosblog.testsupport.Backend.Feature;
import dev.cosmosblog.testsupport.Invariant;
import dev.cosmoslocal.Fault;
import dev.cosmoslocal.FaultPlan;
import dev.cosmoslocal.FaultRule;
import dev.cosmoslocal.junit.LocalCosmosExtension;
import dev.cosmoslocal.request.RequestKind;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Upgrades of databases that other programs left. */
@Tag("slow")
class UpgradeContractTest {
  @RegisterExtension static final LocalCosmosExtension COSMOS = TestBackend.extension();

  private static final TestBackend BACKEND = TestBackend.of(COSMOS);

  @Test
  void aFirstVersionIsConverted() throws InterruptedException {
    ForeignBlog blog = FirstVersion.blog(BACKEND);
    MaintenanceReport report = blog.upgrade().build().upgrade();

    assertThat(blog.verified().findings()).isEmpty();
    assertThat(report.isClean()).isTrue();
    assertThat(report.changes())
        .containsEntry(ChangeKind.USER_COPIED, 4L)
        .containsEntry(ChangeKind.NAME_RESERVED, 4L)
        .containsEntry(ChangeKind.COUNTS_SET, 5L)
        .containsEntry(ChangeKind.LIKE_ID_SET, 14L)
        .containsEntry(ChangeKind.DUPLICATE_LIKE_REMOVED, 1L)
        .containsEntry(ChangeKind.SUMMARY_WRITTEN, 5L)
        .containsEntry(ChangeKind.FRONT_PAGE_WRITTEN, 1L);
    BlogStore store = blog.store();
    Post last = store.findPost(PostId.of("p4")).orElseThrow();
    assertThat(last.userUsername()).isEqualTo("User 0");
    assertThat(last.commentCount()).isEqualTo(5);
    assertThat(last.likeCount()).as("u0 liked it twice").isEqualTo(4);
    assertThat(store.postsOf(UserId.of("u0"), PageRequest.first(10)).items())
        .extracting(post -> post.id().value())
        .containsExactly("p4", "p0");
    assertThat(store.recentPosts(ForeignBlog.FRONT_PAGE_SIZE))
        .extracting(PostSummary::commentCount)
        .containsExactly(5L, 4L, 3L);
    assertThat(store.findUserByUsername("uSER 3")).isPresent();
  }

  @Test
  void theSlugsOfAnotherProgramAreReserved() throws InterruptedException {
    ForeignBlog blog = FirstVersion.blog(BACKEND);
    for (String post : List.of("a", "b")) {
      blog.create(
          "posts",
          ("{'id':'%s','type':'post','postId':'%1$s','userId':'u1','title':'T','content':'C',"
               + "'creationDate':'2026-01-01T00:00:00.000Z','slug':'hello','formerSlugs':['%1$s']}")
              .formatted(post));
    }

    MaintenanceReport report = blog.upgrade().build().upgrade();

    assertThat(report.remaining()).isEqualTo(1);
    assertThat(blog.verified().found()).isEqualTo(Map.of(FindingKind.TAKEN_SLUG, 1L));
    BlogStore store = blog.store();
    String holder = store.findPostBySlug(Slug.of("hello")).orElseThrow().id().value();
    assertThat(holder).isIn("a", "b");
    assertThat(store.findPostBySlug(Slug.of("a"))).map(Post::id).contains(PostId.of("a"));
    assertThat(store.findPostBySlug(Slug.of("b"))).map(Post::id).contains(PostId.of("b"));
  }

  @Test
  void aDryRunReportsTheSameChangesAndWritesNothing() throws InterruptedException {
    ForeignBlog blog = FirstVersion.blog(BACKEND);
    blog.create("posts", "{'id':'bad','type':'comment','postId':'p1','userId':'u1','content':[1]}");
    blog.create("users", "{'id':'u9','username':'USER 3'}");
    Map<String, String> before = blog.versions();
    List<String> told = new ArrayList<>();
    MaintenanceListener listener =
        new MaintenanceListener() {
          @Override
          public void onSchema(dev.cosmosblog.store.SchemaChange change) {
            told.add(change.container() + change.missing());
          }
        };

    MaintenanceReport planned = blog.upgrade().listener(listener).build().dryRun();
    assertThat(blog.versions()).as("a dry run writes nothing").isEqualTo(before);
    MaintenanceReport done = blog.upgrade().build().upgrade();

    assertThat(told).containsExactly("memberstrue", "postsfalse", "feedtrue", "leasestrue");
    assertThat(planned.changes()).isEqualTo(done.changes());
    assertThat(planned.found())
        .isEqualTo(Map.of(FindingKind.TAKEN_NAME, 1L, FindingKind.UNREADABLE_ITEM, 1L));
    assertThat(done.remaining()).isEqualTo(2);
    assertThat(done.findings())
        .extracting(Finding::kind)
        .contains(FindingKind.TAKEN_NAME, FindingKind.UNREADABLE_ITEM);
  }

  @Test
  void usersWithTheSameNameAreReportedAndKept() throws InterruptedException {
    ForeignBlog blog = FirstVersion.blog(BACKEND);
    blog.create("users", "{'id':'u9','username':'user 3'}");
    MaintenanceReport report = blog.upgrade().build().upgrade();

    assertThat(report.found()).containsEntry(FindingKind.TAKEN_NAME, 1L);
    assertThat(report.remaining()).isEqualTo(1);
    assertThat(blog.items("members", "user")).hasSize(5);
    assertThat(blog.store().findUser(UserId.of("u9")).orElseThrow().username()).isEqualTo("user 3");
    String other = report.findings().get(0).item().id();
    blog.store().renameUser(UserId.of(other), "Someone else");
    blog.changeFeed().buildStepped().drain();
    assertThat(blog.verified().isClean()).isTrue();
  }

  /** They are newer than all others, and no point read finds them. */
  @Test
  @Invariant("I10")
  @Timeout(value = 90, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void postsThatPointReadsCannotFindAreReported() throws InterruptedException {
    ForeignBlog blog = FirstVersion.blog(BACKEND);
    for (String key : List.of("'postId':7,", "", "'postId':'another',")) {
      blog.create(
          "posts",
          "{'id':'7','type':'post',"
              + key
              + "'userId':'u0','creationDate':'2999-01-01T00:00:00Z'}");
    }

    MaintenanceReport report = blog.upgrade().build().upgrade();

    assertThat(report.findings())
        .filteredOn(finding -> finding.kind() == FindingKind.UNREADABLE_ITEM)
        .hasSize(3)
        .allSatisfy(finding -> assertThat(finding.item().id()).isEqualTo("7"));
    assertThat(blog.store().recentPosts(ForeignBlog.FRONT_PAGE_SIZE))
        .extracting(post -> post.id().value())
        .containsExactly("p4", "p3", "p2");
    assertThat(blog.verified().found().keySet()).containsOnly(FindingKind.UNREADABLE_ITEM);
  }

  @Test
  void aSecondUpgradeWritesNothing() throws InterruptedException {
    Feature.INDEXING_POLICY.required();
    ForeignBlog blog = FirstVersion.blog(BACKEND);
    blog.upgrade().build().upgrade();
    Map<String, String> before = blog.versions();

    MaintenanceReport again = blog.upgrade().build().upgrade();

    assertThat(again.changes()).isEmpty();
    assertThat(again.schema()).isEmpty();
    assertThat(blog.versions()).isEqualTo(before);
  }

  @Test
  void itemsWithoutATypeGetTheInferredOneAndAreCounted() throws InterruptedException {
    ForeignBlog blog = ForeignBlog.withUsersByUserId(BACKEND);
    blog.create("users", "{'id':'u0','userId':'u0','username':'User 0'}");
    blog.create(
        "posts",
        "{'id':'p','postId':'p','userId':'u0','title':'T',"
            + "'dateCreated':'2026-01-01T10:00:00+02:00'}");
    blog.create("posts", "{'id':'c','postId':'p','userId':'u0','content':'Hm'}");
    blog.create("posts", "{'id':'x','postId':'p','userId':'u0'}");
    blog.create("posts", "{'id':'y','postId':'p','userId':['u0'],'type':'removedComment'}");
    MaintenanceReport report = blog.upgrade().build().upgrade();

    assertThat(report.changes()).containsEntry(ChangeKind.TYPE_SET, 3L);
    assertThat(blog.verified().isClean()).isTrue();
    Post post = blog.store().findPost(PostId.of("p")).orElseThrow();
    assertThat(post.commentCount()).isEqualTo(1);
    assertThat(post.userUsername()).isEqualTo("User 0");
    assertThat(post.creationDate()).hasToString("2026-01-01T08:00:00Z");
    JsonNode stored = blog.items("posts", "post").get(0);
    assertThat(stored.path("creationDate").asText()).isEqualTo("2026-01-01T08:00:00.000Z");
    assertThat(stored.path("dateCreated").asText()).as("left").startsWith("2026-01-01T10");
    assertThat(blog.items("posts")).as("items of other types are left").hasSize(4);
  }

  @Test
  void aReservationWithoutATypeIsNotTakenForAUser() throws InterruptedException {
    ForeignBlog blog = ForeignBlog.withUsersByUserId(BACKEND);
    blog.create("users", "{'id':'username~x','userId':'username~x','username':'Ann'}");

    blog.upgrade().build().upgrade();

    assertThat(blog.items("users"))
        .singleElement()
        .satisfies(item -> assertThat(item.has("type")).isFalse());
  }

  @Test
  void aPostWithMoreItemsThanAPageIsReadInParts() throws InterruptedException {
    ForeignBlog blog = FirstVersion.blog(BACKEND);
    for (int n = 0; n < 40; n++) {
      FirstVersion.reaction(blog, "like", "more-" + n, 2, n % 4);
      FirstVersion.reaction(blog, "comment", "more-c-" + n, 2, n % 4);
    }
    MaintenanceReport report = blog.upgrade().pageSize(10).build().upgrade();

    assertThat(blog.verified().findings()).isEmpty();
    assertThat(report.isClean()).isTrue();
    Post post = blog.store().findPost(PostId.of("p2")).orElseThrow();
    assertThat(post.commentCount()).isEqualTo(43);
    assertThat(post.likeCount()).isEqualTo(4);
  }

  @Test
  void theArticlesFrontPageAndCopiesAreReplaced() throws InterruptedException {
    ForeignBlog blog = ForeignBlog.withUsersByUserId(BACKEND);
    blog.create("users", "{'id':'u0','type':'user','userId':'u0','username':'User 0'}");
    String post =
        "{'id':'p','type':'post','postId':'p','userId':'u0','userUsername':'%s','title':'T',"
            + "'content':'C','commentCount':0,'likeCount':0,'creationDate':'"
            + FirstVersion.date(1)
            + "'}";
    blog.create("posts", post.formatted("User 0"));
    blog.create("users", post.formatted("Old name"));
    blog.create("feed", post.formatted("Old name"));
    MaintenanceReport report = blog.upgrade().build().upgrade();

    assertThat(report.changes())
        .containsEntry(ChangeKind.SUMMARY_WRITTEN, 1L)
        .containsEntry(ChangeKind.OLD_FEED_ITEM_REMOVED, 1L);
    assertThat(blog.verified().isClean()).isTrue();
    assertThat(blog.items("feed", "post")).isEmpty();
    assertThat(blog.store().recentPosts(1).get(0).userUsername()).isEqualTo("User 0");
  }

  @Test
  void countsAreExactAlthoughTheStoreWroteToAPostWithoutCounts() throws InterruptedException {
    Feature.PATCH_OF_A_MISSING_PATH.required();
    ForeignBlog blog = FirstVersion.blog(BACKEND);
    blog.create("posts", "{'id':'like~u3','type':'like','postId':'p0','userId':'u3'}");
    blog.provision();
    BlogStore store = blog.store();
    PostId post = PostId.of("p0");
    store.createUser(CreateUser.named("New").withId(UserId.of("new")));
    store.unlikePost(post, UserId.of("u3"));
    store.deleteComment(post, CommentId.of("c0"));
    store.createComment(CreateComment.of(post, UserId.of("new"), "Hm"));
    store.createComment(CreateComment.of(post, UserId.of("new"), "Hm"));
    Post before = store.findPost(post).orElseThrow();
    assertThat(before.commentCount()).as("from no count, one off and two on").isEqualTo(1);
    assertThat(before.likeCount()).as("from no count, one off").isEqualTo(-1);

    assertThat(blog.upgrade().build().upgrade().isClean()).isTrue();

    Post after = store.findPost(post).orElseThrow();
    assertThat(after.commentCount()).isEqualTo(2);
    assertThat(after.likeCount()).isEqualTo(1);
    assertThat(blog.verified().isClean()).isTrue();
  }

  @Test
  void aCommentAddedBetweenTheCountAndItsWriteIsCounted() throws InterruptedException {
    ForeignBlog blog = FirstVersion.blog(BACKEND);
    blog.provision();
    BlogStore live = blog.store();
    UserId user = UserId.of("new");
    live.createUser(CreateUser.named("New").withId(user));
    PostId post = PostId.of("p4");
    AtomicInteger between = new AtomicInteger();
    BlogDatabase store =
        blog.databaseBuilder()
            .listener(
                report -> {
                  if (report.operation() == BlogOperation.COUNT_ITEMS
                      && between.incrementAndGet() <= 12) {
                    live.createComment(CreateComment.of(post, user, "Between"));
                  }
                })
            .build();
    MaintenanceReport report = blog.upgrade(store).build().upgrade();

    assertThat(between).hasValueGreaterThan(12);
    assertThat(report.found())
        .as("findings that the repair had to correct")
        .doesNotContainKeys(FindingKind.WRONG_COUNT, FindingKind.STALE_SUMMARY);
    assertThat(live.findPost(post).orElseThrow().commentCount()).isEqualTo(5 + 12);
    assertThat(blog.verified().isClean()).isTrue();
  }

  @Test
  void theBudgetHoldsOverAWholeUpgrade() throws InterruptedException {
    List<Duration> waits = new ArrayList<>();
    LongSupplier now = () -> waits.stream().mapToLong(Duration::toNanos).sum();
    List<MaintenanceProgress> told = new ArrayList<>();
    MaintenanceListener listener =
        new MaintenanceListener() {
          @Override
          public void onPage(MaintenanceProgress progress) {
            told.add(progress);
          }
        };
    MaintenanceReport report =
        FirstVersion.blog(BACKEND)
            .upgrade()
            .requestUnitsPerSecond(40)
            .timer(new RunTimer(Clock.systemUTC(), now, waits::add))
            .pageSize(5)
            .listener(listener)
            .build()
            .upgrade();

    double seconds = now.getAsLong() / 1e9;
    assertThat(report.requestUnits()).isPositive().isLessThanOrEqualTo(40 * (1 + seconds) + 1);
    assertThat(told)
        .extracting(MaintenanceProgress::phase)
        .contains(MaintenancePhase.POSTS, MaintenancePhase.VERIFY_POSTS);
    assertThat(told)
        .filteredOn(progress -> progress.phase() == MaintenancePhase.POSTS)
        .hasSizeGreaterThan(3)
        .allSatisfy(progress -> assertThat(progress.timeLeft()).isPresent())
        .last()
        .satisfies(
            progress -> assertThat(progress.items().read()).isEqualTo(progress.items().total()))
        .satisfies(progress -> assertThat(progress.timeLeft()).contains(Duration.ZERO));
  }

  @Test
  void anInterruptedUpgradeStopsAndTheNextCallContinues() throws InterruptedException {
    ForeignBlog blog = FirstVersion.blog(BACKEND);
    MaintenanceListener interrupting =
        new MaintenanceListener() {
          @Override
          public void onPage(MaintenanceProgress progress) {
            if (progress.phase() == MaintenancePhase.POSTS) {
              Thread.currentThread().interrupt();
            }
          }
        };
    BlogUpgrade stopped = blog.upgrade().pageSize(5).listener(interrupting).build();
    assertThatThrownBy(stopped::upgrade).isInstanceOf(InterruptedException.class);
    assertThat(Thread.interrupted()).as("the flag is taken").isFalse();
    assertThat(blog.items("leases", "checkpoint"))
        .extracting(place -> place.at("/checkpoint/position/phase").asText())
        .containsExactly("POSTS");

    List<MaintenancePhase> phases = new ArrayList<>();
    MaintenanceListener hearing =
        new MaintenanceListener() {
          @Override
          public void onPage(MaintenanceProgress progress) {
            phases.add(progress.phase());
          }
        };
    MaintenanceReport report = blog.upgrade().pageSize(5).listener(hearing).build().upgrade();
    assertThat(phases).startsWith(MaintenancePhase.POSTS);
    assertThat(report.changes())
        .as("with what was done before")
        .containsKey(ChangeKind.USER_COPIED);
    assertThat(blog.verified().isClean()).isTrue();
  }

  @Test
  void aContainerWithAnotherPartitionKeyIsRefusedBeforeAWrite() {
    ForeignBlog blog = FirstVersion.blog(BACKEND);
    Map<String, String> before = blog.versions();
    BlogUpgrade upgrade =
        BlogUpgrade.builder(blog.databaseBuilder().containerNames(ContainerNames.DEFAULT).build())
            .build();
    assertThatThrownBy(upgrade::upgrade).isInstanceOf(SchemaMismatchException.class);
    assertThat(blog.versions()).isEqualTo(before);
  }

  /** Counting them would be one operation, whose cost grows and is known only when it is over. */
  @Test
  void theNumberOfItemsIsReadWithoutAQuery() {
    ForeignBlog blog = FirstVersion.blog(BACKEND);
    int items = blog.items("posts").size();
    List<OperationReport> reports = new ArrayList<>();
    FaultRule noQueries = FaultRule.on(RequestKind.QUERY).from(1).then(Fault.status(403));
    COSMOS.requireLocal().faults(FaultPlan.builder().rule(noQueries).build());
    try {
      assertThat(Kernel.of(blog.connected()).items(reports::add).number(BlogContainer.POSTS))
          .isEqualTo(items);
    } finally {
      COSMOS.requireLocal().clearFaults();
    }
    assertThat(reports).hasSize(1);
    assertThat(reports.get(0).requests()).isEqualTo(1);
  }
}
