package dev.cosmosblog.maintenance;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.models.CosmosPatchOperations;
import dev.cosmosblog.changefeed.BlogChangeFeed;
import dev.cosmosblog.maintenance.report.FindingKind;
import dev.cosmosblog.maintenance.report.MaintenanceReport;
import dev.cosmosblog.model.CommentId;
import dev.cosmosblog.model.Post;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.PostStatus;
import dev.cosmosblog.model.PostSummary;
import dev.cosmosblog.store.BlogDatabase;
import dev.cosmosblog.store.BlogStore;
import dev.cosmosblog.store.command.CreatePost;
import dev.cosmosblog.store.internal.item.BlogContainer;
import dev.cosmosblog.store.internal.item.ItemPlace;
import dev.cosmosblog.store.query.PageRequest;
import dev.cosmosblog.store.query.Visibility;
import dev.cosmosblog.testsupport.Backend.Conditions;
import dev.cosmosblog.testsupport.Invariant;
import dev.cosmoslocal.junit.LocalCosmosExtension;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Verification, repair and rebuild of drafts, scheduled and hidden posts. */
class StatusMaintenanceContractTest {
  @RegisterExtension
  static final LocalCosmosExtension COSMOS = TestBackend.extension(Conditions.SERVICE);

  private static final TestBackend BACKEND = TestBackend.of(COSMOS);
  private static final PostId DRAFT = PostId.of("draft");
  private static final PostId HIDDEN = PostId.of("p3");
  private static final ItemPlace DRAFTS_COPY = copy("u0", "draft");
  private static final ItemPlace HIDDEN_COPY = copy("u0", "p3");

  private final DamagedBlog blog = SmallBlog.with(BACKEND, 4);

  private static ItemPlace copy(String user, String post) {
    return new ItemPlace(BlogContainer.USERS, user, post);
  }

  @BeforeEach
  void postsOfEachStatus() {
    CreatePost post = CreatePost.of(SmallBlog.user(0), "Title", "Content");
    blog.store.createPost(post.draft().withId(DRAFT));
    blog.store.hidePost(HIDDEN);
    blog.store.hideComment(PostId.of("p0"), CommentId.of("c0"));
    blog.drain();
  }

  @AfterEach
  void deleteTheBlog() {
    blog.close();
  }

  private Map<FindingKind, Long> found() throws InterruptedException {
    return blog.verifier().build().verify().found();
  }

  @Test
  void eachStatusIsInOrder() throws InterruptedException {
    assertThat(found()).isEmpty();
  }

  @Test
  @Invariant("I12")
  void aRepairHidesPostsThatReadersShouldNotSee() throws InterruptedException {
    // As copies that a host of an earlier build wrote.
    for (ItemPlace place : new ItemPlace[] {DRAFTS_COPY, HIDDEN_COPY}) {
      blog.patch(place, CosmosPatchOperations.create().set("/type", "post").remove("/status"));
    }
    blog.patch(
        ItemPlace.ofFrontPage(),
        CosmosPatchOperations.create().set("/posts/0", blog.dump().get(ItemPlace.ofPost("p3"))));
    blog.patch(ItemPlace.ofPost("p0"), CosmosPatchOperations.create().set("/commentCount", 1));
    assertThat(found())
        .containsOnly(
            Map.entry(FindingKind.STALE_SUMMARY, 3L),
            Map.entry(FindingKind.WRONG_FRONT_PAGE, 1L),
            Map.entry(FindingKind.WRONG_COUNT, 1L));

    MaintenanceReport report = blog.verifier().build().repair();

    assertThat(report.remaining()).isZero();
    assertThat(found()).isEmpty();
    assertThat(blog.store.recentPosts(3))
        .extracting(PostSummary::status)
        .containsOnly(PostStatus.PUBLISHED);
    assertThat(
            blog.store
                .postsOf(SmallBlog.user(0), PageRequest.first(9), Visibility.UNLISTED)
                .items())
        .extracting(PostSummary::id)
        .containsExactlyInAnyOrder(DRAFT, HIDDEN);
    assertThat(blog.store.findPost(PostId.of("p0")).map(Post::commentCount)).contains(0L);
  }

  @Test
  void aRepairWritesTheMissingCopyOfADraft() throws InterruptedException {
    blog.delete(DRAFTS_COPY);
    assertThat(found()).containsExactly(Map.entry(FindingKind.MISSING_SUMMARY, 1L));
    blog.verifier().build().repair();
    assertThat(found()).isEmpty();
    assertThat(blog.dump().get(DRAFTS_COPY).path("type").asText()).isEqualTo("unpublishedPost");
  }

  /** No change feed publishes here; the verifier's clock is an hour ahead. */
  @Test
  @Invariant("I13")
  void aRepairPublishesAnOverduePost() throws InterruptedException {
    Instant time = Instant.now().plus(30, ChronoUnit.MINUTES).truncatedTo(ChronoUnit.MILLIS);
    blog.store.schedulePost(DRAFT, time);
    CreatePost later = CreatePost.of(SmallBlog.user(0), "Title", "Content").withId(PostId.of("l"));
    blog.store.createPost(later.publishAt(time.plus(1, ChronoUnit.DAYS)));
    blog.drain();
    assertThat(found()).containsExactly(Map.entry(FindingKind.OVERDUE_POST, 1L));

    assertThat(blog.verifier().build().repair().remaining()).isZero();

    assertThat(found()).isEmpty();
    Post published = blog.store.findPost(DRAFT).orElseThrow();
    assertThat(published.status()).isEqualTo(PostStatus.PUBLISHED);
    assertThat(published.creationDate()).isEqualTo(time);
    assertThat(blog.store.recentPosts(1)).containsExactly(published.summary());
  }

  @Test
  @Invariant("I13")
  void aRepairPublishesAnOverduePostWhoseTimeAnotherProgramStored() throws InterruptedException {
    Instant time = Instant.now().plus(30, ChronoUnit.MINUTES).truncatedTo(ChronoUnit.SECONDS);
    blog.store.schedulePost(DRAFT, time);
    blog.patch(
        ItemPlace.ofPost(DRAFT.value()),
        CosmosPatchOperations.create().set("/publishAt", time.toString()));
    blog.drain();
    assertThat(found()).containsExactly(Map.entry(FindingKind.OVERDUE_POST, 1L));

    assertThat(blog.verifier().build().repair().remaining()).isZero();

    assertThat(found()).isEmpty();
    assertThat(blog.store.findPost(DRAFT).map(Post::creationDate)).contains(time);
  }

  @Test
  @Invariant("I13")
  void aPostIsOverdueByTheDatabasesClock() throws InterruptedException {
    Instant now = Instant.parse("2020-01-01T00:00:00Z");
    BlogDatabase past =
        BlogDatabase.builder()
            .clients(BACKEND.client(), BACKEND.asyncClient(), blog.database.getId())
            .frontPageSize(DamagedBlog.FRONT_PAGE_SIZE)
            .clock(Clock.fixed(now, ZoneOffset.UTC))
            .build();
    BlogStore.on(past).schedulePost(DRAFT, now.plus(1, ChronoUnit.DAYS));
    BlogChangeFeed.builder(past).buildStepped().drain();

    MaintenanceReport report =
        BlogVerifier.builder(past)
            .requestUnitsPerSecond(1e9)
            .settleTime(Duration.ZERO)
            .build()
            .repair();

    assertThat(report.found()).isEmpty();
    assertThat(blog.store.findPost(DRAFT, Visibility.ALL).map(Post::status))
        .contains(PostStatus.SCHEDULED);
  }

  @Test
  @Invariant("I12")
  void aRebuildKeepsWhatReadersSee() throws InterruptedException {
    blog.delete(HIDDEN_COPY);
    blog.delete(DRAFTS_COPY);
    blog.delete(ItemPlace.ofFrontPage());
    blog.rebuild().build().rebuild();
    assertThat(found()).isEmpty();
  }
}
