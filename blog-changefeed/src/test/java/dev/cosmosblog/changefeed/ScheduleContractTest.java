package dev.cosmosblog.changefeed;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.models.CosmosPatchOperations;
import com.azure.cosmos.models.PartitionKey;
import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmosblog.changefeed.internal.handler.BlogChange.PostChange;
import dev.cosmosblog.changefeed.internal.handler.ScheduleHandler;
import dev.cosmosblog.changefeed.internal.handler.ScheduleHandler.ScheduleNotes;
import dev.cosmosblog.model.Post;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.PostStatus;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.item.ItemDates;
import dev.cosmosblog.model.item.PostItem;
import dev.cosmosblog.model.item.PostSummaryItem;
import dev.cosmosblog.store.BlogDatabase;
import dev.cosmosblog.store.BlogStore;
import dev.cosmosblog.store.command.ChangeStatus;
import dev.cosmosblog.store.command.CreatePost;
import dev.cosmosblog.store.internal.item.ItemPlace;
import dev.cosmosblog.store.internal.kernel.Kernel;
import dev.cosmosblog.store.observe.BlogOperation;
import dev.cosmosblog.store.observe.OperationListener;
import dev.cosmosblog.store.query.PageRequest;
import dev.cosmosblog.store.query.Visibility;
import dev.cosmosblog.testsupport.Backend;
import dev.cosmosblog.testsupport.Backend.Conditions;
import dev.cosmosblog.testsupport.Invariant;
import dev.cosmosblog.testsupport.TestItems;
import dev.cosmoslocal.Fault;
import dev.cosmoslocal.FaultPlan;
import dev.cosmoslocal.FaultRule;
import dev.cosmoslocal.LocalCosmos;
import dev.cosmoslocal.junit.LocalCosmosExtension;
import dev.cosmoslocal.request.RequestKind;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The publication of scheduled posts, by hosts that share a leases container. */
@Invariant("I13")
class ScheduleContractTest {
  private static final UserId ANN = UserId.of("ann");
  private static final PostId ID = PostId.of("p");
  private static final Duration HOUR = Duration.ofHours(1);

  @RegisterExtension
  static final LocalCosmosExtension cosmos = Backend.fivePartitions(Conditions.SERVICE);

  private final SteppedClock clock = new SteppedClock();
  private final List<ItemPlace> deadLetters = new ArrayList<>();
  private TestBlog blog;
  private BlogDatabase database;
  private BlogStore store;
  private SteppedChangeFeed one;
  private SteppedChangeFeed other;

  @BeforeEach
  void twoHosts() {
    blog = TestBlog.on(cosmos);
    database = blog.databaseBuilder().clock(clock).build();
    store = BlogStore.on(database);
    blog.createUser(ANN, "Ann");
    one = TestBlog.changeFeed(database).buildStepped();
    other = TestBlog.changeFeed(database).buildStepped();
  }

  private Instant inHours(int hours) {
    return clock.instant().plus(HOUR.multipliedBy(hours));
  }

  private void schedule(PostId id, Instant time) {
    store.createPost(CreatePost.of(ANN, "Title", "Content").withId(id).publishAt(time));
  }

  private Post post() {
    return store.findPost(ID, Visibility.ALL).orElseThrow();
  }

  private List<JsonNode> notes() {
    return blog.items("leases", "SELECT * FROM c WHERE c.type = 'schedule'");
  }

  @Test
  void aDuePostIsPublishedByAnyHostWithItsScheduledDate() {
    Instant time = inHours(1);
    schedule(ID, time);
    one.drain();
    clock.pass(HOUR.minusMillis(1));
    assertThat(one.publishDue()).isZero();
    assertThat(blog.frontPage()).isEmpty();

    clock.pass(Duration.ofMinutes(7));
    assertThat(other.publishDue()).isEqualTo(1);
    assertThat(one.publishDue()).isZero();
    other.drain();

    assertThat(post().status()).isEqualTo(PostStatus.PUBLISHED);
    assertThat(post().creationDate()).isEqualTo(time);
    assertThat(store.recentPosts(1)).containsExactly(post().summary());
    assertThat(notes()).isEmpty();
  }

  @Test
  void aFormerNoteDoesNotPublishAChangedPost() {
    List<PostId> ids =
        List.of(ID, PostId.of("d"), PostId.of("p2"), PostId.of("h"), PostId.of("gone"));
    ids.forEach(id -> schedule(id, inHours(1)));
    one.drain();
    store.schedulePost(ID, inHours(2));
    store.changeStatus(ChangeStatus.unschedule(ids.get(1)));
    store.publishPost(ids.get(2));
    store.publishPost(ids.get(3));
    store.hidePost(ids.get(3));
    store.deletePost(ids.get(4));

    clock.pass(HOUR);
    assertThat(one.publishDue()).isZero();
    assertThat(notes()).isEmpty();
    assertThat(post().status()).isEqualTo(PostStatus.SCHEDULED);

    one.drain();
    clock.pass(HOUR);
    assertThat(one.publishDue()).isEqualTo(1);
    one.drain();
    assertThat(blog.frontPage()).containsExactly(ID, ids.get(2));
  }

  @Test
  void aNoteOfAPublishedPostHasNoEffect() {
    schedule(ID, inHours(1));
    one.drain();
    JsonNode note = notes().get(0);
    clock.pass(HOUR);
    one.publishDue();
    long version = stored().version();

    blog.leaseDocuments().write(note.path("id").asText(), note);
    assertThat(other.publishDue()).isZero();

    assertThat(stored().version()).isEqualTo(version);
    assertThat(notes()).isEmpty();
  }

  @Test
  void aPostScheduledInAnotherFormatIsPublished() {
    List<String> times =
        List.of(
            "2026-01-01T01:00:00Z",
            "2026-01-01T01:00:00.0000000Z",
            "2026-01-01T01:00:00",
            "2026-01-01T02:30:00+01:30");
    for (String time : times) {
      PostId id = PostId.of("p" + times.indexOf(time));
      schedule(id, inHours(9));
      scheduleFromOutside(id, time);
    }
    one.drain();
    assertThat(one.publishDue()).isZero();
    clock.pass(HOUR);

    assertThat(one.publishDue()).isEqualTo(times.size());

    for (int i = 0; i < times.size(); i++) {
      Post published = store.findPost(PostId.of("p" + i)).orElseThrow();
      assertThat(published.status()).as(times.get(i)).isEqualTo(PostStatus.PUBLISHED);
      assertThat(published.creationDate()).as(times.get(i)).isEqualTo(clock.instant());
    }
  }

  private void scheduleFromOutside(PostId id, String time) {
    CosmosPatchOperations patch = CosmosPatchOperations.create().set("/publishAt", time);
    blog.patch("posts", id.value(), id.value(), patch.increment("/version", 1));
  }

  @Test
  void aPostRescheduledInAnotherFormatIsNotPublishedByItsFormerNote() {
    schedule(ID, inHours(1));
    one.drain();
    scheduleFromOutside(ID, "2026-01-01T02:00:00Z");
    clock.pass(HOUR);

    assertThat(one.publishDue()).isZero();
    assertThat(post().status()).isEqualTo(PostStatus.SCHEDULED);
  }

  /** Nobody would ever publish it, nor say so. */
  @Test
  @Invariant("I10")
  void aScheduledPostWithoutATimeIsDeadLettered() {
    List.of("p1", "p2", "p3", "p4").forEach(id -> schedule(PostId.of(id), inHours(1)));
    blog.patch("posts", "p1", "p1", CosmosPatchOperations.create().remove("/publishAt"));
    scheduleFromOutside(PostId.of("p2"), "soon");
    scheduleFromOutside(PostId.of("p3"), "2026-01-01T00:00:00Z' OR true OR c.id = '");

    one.drain();

    assertThat(one.deadLetters().page(PageRequest.first(9)).items())
        .allSatisfy(item -> assertThat(item.reason()).contains("'publishAt'"))
        .extracting(letter -> letter.key().itemId())
        .containsExactlyInAnyOrder("p1", "p2", "p3");
    clock.pass(HOUR);
    assertThat(one.publishDue()).isEqualTo(1);
    assertThat(store.findPost(PostId.of("p4")).map(Post::status)).contains(PostStatus.PUBLISHED);

    store.schedulePost(PostId.of("p1"), inHours(1));
    assertThat(one.deadLetters().replayAll().handled()).isEqualTo(1);
    clock.pass(HOUR);
    assertThat(one.publishDue()).isEqualTo(1);
    assertThat(store.findPost(PostId.of("p1")).map(Post::status)).contains(PostStatus.PUBLISHED);
  }

  private PostItem stored() {
    return blog.container("posts").readItem("p", new PartitionKey("p"), PostItem.class).getItem();
  }

  @Test
  void aNoteRewrittenSinceItWasReadStays() {
    Instant time = inHours(1);
    schedule(ID, time);
    PostItem scheduled = stored();
    one.drain();
    store.changeStatus(ChangeStatus.unschedule(ID));
    // Reschedules the post after the patch, which fails for a draft, and before the note is
    // deleted.
    OperationListener another =
        report -> {
          if (report.operation() == BlogOperation.PUBLISH_SCHEDULED) {
            handler().handle(List.of(new PostChange(scheduled.summary())));
          }
        };
    clock.pass(HOUR);
    ScheduleHandler stale =
        new ScheduleHandler(
            Kernel.of(database).repositories(another).statuses(),
            new ScheduleNotes(blog.leaseDocuments(), "posts"),
            (place, author, failure) -> deadLetters.add(place),
            clock);
    assertThat(stale.publishDue()).isZero();
    assertThat(notes()).hasSize(1);
  }

  @Test
  void aPublicationWhoseResponsesGetLostIsDoneOnce() {
    schedule(ID, inHours(1));
    one.drain();
    clock.pass(HOUR);
    LocalCosmos emulator = cosmos.requireLocal();
    FaultRule lost =
        FaultRule.on(RequestKind.PATCH_ITEM, RequestKind.DELETE_ITEM)
            .first(2)
            .then(Fault.cutAfter());
    emulator.faults(FaultPlan.builder().rule(lost).build());
    try {
      one.publishDue();
    } finally {
      emulator.faults(FaultPlan.NONE);
    }
    one.publishDue();
    assertThat(stored().version()).isEqualTo(1);
    assertThat(notes()).isEmpty();
  }

  @Test
  void oneQueryFindsTheDueNotesAmongMany() {
    for (int i = 0; i < 120; i++) {
      String time = "2030-01-01T00:00:00.000Z";
      PostSummaryItem later =
          TestItems.post("later" + i).by("ann", "Ann").status("scheduled", time).summary();
      handler().handle(List.of(new PostChange(later)));
    }
    schedule(ID, inHours(1));
    one.drain();
    clock.pass(HOUR);
    assertThat(one.publishDue()).isEqualTo(1);
    assertThat(notes()).hasSize(120);
  }

  @Test
  @Invariant("I13")
  void aHostThatIsClosingLeavesDuePostsToOthers() {
    schedule(ID, inHours(1));
    one.drain();
    clock.pass(HOUR);
    ScheduleHandler closing = handler();
    closing.stopWaiting();
    assertThat(closing.publishDue()).isZero();
    assertThat(one.publishDue()).isEqualTo(1);
  }

  private ScheduleHandler handler() {
    return new ScheduleHandler(
        Kernel.of(database).repositories(report -> {}).statuses(),
        new ScheduleNotes(blog.leaseDocuments(), "posts"),
        (place, author, failure) -> deadLetters.add(place),
        clock);
  }

  @Test
  void notesOfAnotherBlogInTheSameLeasesContainerAreIgnored() {
    schedule(ID, inHours(1));
    one.drain();
    clock.pass(HOUR);
    ScheduleHandler anothers =
        new ScheduleHandler(
            Kernel.of(database).repositories(report -> {}).statuses(),
            new ScheduleNotes(blog.leaseDocuments(), "posts-of-another"),
            (place, author, failure) -> deadLetters.add(place),
            clock);
    assertThat(anothers.publishDue()).isZero();
    assertThat(one.publishDue()).isEqualTo(1);
  }

  @Test
  void aForeignNoteHasNoEffect() {
    String time = "2026-01-01T00:30:00.000Z";
    List<Map<String, Object>> foreign =
        List.of(
            Map.of("id", "schedule~posts~" + time + "~aaa", "postId", "p", "publishAt", time),
            Map.of("id", "schedule~posts~" + time + "~bbb", "postId", "a/b", "publishAt", time),
            Map.of("id", "schedule~posts~" + time + "~ccc", "postId", "p", "publishAt", "soon"));
    foreign.forEach(note -> blog.leaseDocuments().write(String.valueOf(note.get("id")), note));
    schedule(ID, inHours(1));
    one.drain();
    clock.pass(HOUR);
    assertThat(one.publishDue()).isEqualTo(1);
    assertThat(blog.items("leases", "SELECT * FROM c WHERE STARTSWITH(c.id, 'schedule~')"))
        .hasSize(3);
  }

  /** Its place says that it is due, and its content is the time for which the post is scheduled. */
  @Test
  @Invariant("I13")
  void aNoteInTheWrongPlaceDoesNotPublishAPostEarly() {
    Instant time = inHours(5);
    schedule(ID, time);
    one.drain();
    String due = "schedule~posts~2026-01-01T00:30:00.000Z~aaa";
    Map<String, Object> misplaced =
        Map.of("id", due, "postId", ID.value(), "publishAt", ItemDates.text(time));
    blog.leaseDocuments().write(due, misplaced);
    clock.pass(HOUR);

    assertThat(one.publishDue()).isZero();
    assertThat(stored().isScheduled()).isTrue();
  }

  @Test
  void aPostWhosePublicationIsRejectedIsDeadLettered() {
    schedule(ID, inHours(1));
    one.drain();
    Map<String, Object> bad =
        Map.of(
            "id", "a",
            "type", "post",
            "postId", "a",
            "userId", "ann",
            "status", "scheduled",
            "publishAt", "2026-01-01T01:00:00.000Z",
            "version", "one");
    blog.container("posts").createItem(bad);
    PostSummaryItem known =
        TestItems.post("a")
            .by("ann", "Ann")
            .status("scheduled", "2026-01-01T01:00:00.000Z")
            .summary();
    handler().handle(List.of(new PostChange(known)));
    clock.pass(HOUR);

    assertThat(handler().publishDue()).isEqualTo(1);

    assertThat(deadLetters).containsExactly(ItemPlace.ofPost("a"));
    assertThat(notes()).isEmpty();
    assertThat(post().status()).isEqualTo(PostStatus.PUBLISHED);
  }
}
