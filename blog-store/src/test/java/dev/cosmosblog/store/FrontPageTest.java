package dev.cosmosblog.store;

import static dev.cosmosblog.store.MockedContainers.stored;
import static dev.cosmosblog.store.MockedContainers.storedPost;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.eq;
import static org.mockito.Mockito.atLeast;
import static org.mockito.Mockito.doAnswer;
import static org.mockito.Mockito.doReturn;
import static org.mockito.Mockito.doThrow;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.times;
import static org.mockito.Mockito.verify;

import com.azure.cosmos.models.CosmosItemRequestOptions;
import com.azure.cosmos.models.CosmosItemResponse;
import com.azure.cosmos.models.PartitionKey;
import com.azure.cosmos.models.SqlQuerySpec;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.item.FrontPageItem;
import dev.cosmosblog.model.item.FrontPageItem.Removed;
import dev.cosmosblog.model.item.PostItem;
import dev.cosmosblog.model.item.PostSummaryItem;
import dev.cosmosblog.store.error.StoreUnavailableException;
import dev.cosmosblog.store.internal.item.StoredItem;
import dev.cosmosblog.store.internal.kernel.Repositories;
import dev.cosmosblog.store.internal.repository.FrontPage;
import dev.cosmosblog.store.internal.repository.FrontPageChange;
import dev.cosmosblog.store.observe.BlogOperation;
import dev.cosmosblog.testsupport.Invariant;
import dev.cosmosblog.testsupport.TestItems;
import dev.cosmosblog.testsupport.Trap;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.mockito.ArgumentCaptor;

/** How the feed's one item is read and written. */
class FrontPageTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int SIZE = 1;
  private static final Duration LAG = Duration.ofMinutes(1);

  private final MockedContainers blog = new MockedContainers().writesAreDone();
  private final PostItem post = storedPost();
  private final PostItem older =
      TestItems.post("old")
          .by("u", "U")
          .title("T")
          .content("C")
          .at("2020-01-01T00:00:00.000Z")
          .build();

  private void feedIs(FrontPageItem... states) {
    List<FrontPageItem> left = new ArrayList<>(List.of(states));
    doAnswer(call -> Responses.item(left.size() > 1 ? left.remove(0) : left.get(0), 1))
        .when(blog.frontPage)
        .readItem(any(), any(), any());
  }

  /** The front page as readers see it. */
  private static FrontPageItem shown(FrontPageItem page) {
    return FrontPageItem.of(page.size(), page.incomplete(), page.posts());
  }

  private static FrontPageItem feed(boolean incomplete, PostItem... posts) {
    return FrontPageItem.of(SIZE, incomplete, summaries(posts));
  }

  private static List<PostSummaryItem> summaries(PostItem... posts) {
    return Stream.of(posts).map(PostItem::summary).toList();
  }

  private void update(PostItem... posts) {
    blog.repositories().frontPage().update(summaries(posts), Set.of(), SIZE);
  }

  private List<FrontPageItem> written() {
    ArgumentCaptor<Object> items = ArgumentCaptor.captor();
    ArgumentCaptor<CosmosItemRequestOptions> options = ArgumentCaptor.captor();
    verify(blog.frontPage, atLeast(0))
        .replaceItem(items.capture(), any(), any(), options.capture());
    assertThat(options.getAllValues())
        .allSatisfy(sent -> assertThat(sent.getIfMatchETag()).isEqualTo(Responses.ETAG));
    return items.getAllValues().stream()
        .map(FrontPageItem.class::cast)
        .map(FrontPageTest::shown)
        .toList();
  }

  @Test
  void updatingAPostIsOneReadAndOneWriteUnderTheEtag() {
    PostItem before =
        TestItems.post("post-1")
            .by("user-ann", "A")
            .title("")
            .content("")
            .at(MockedContainers.NOW_TEXT)
            .version(4)
            .build();
    feedIs(feed(false, before));
    update(storedPost());
    assertThat(written()).containsExactly(feed(false, post));
    assertThat(blog.report().requests()).isEqualTo(2);
    assertThat(blog.report().operation()).isEqualTo(BlogOperation.UPDATE_FRONT_PAGE);
  }

  @Test
  @Trap(20)
  void anUnchangedFrontPageIsNotWritten() {
    blog.has(blog.posts, "post-1", "post-1", storedPost());
    feedIs(feed(false, post));
    update(storedPost(), older);
    assertThat(written()).isEmpty();
  }

  @Test
  void aWriterThatLostARaceAppliesItsChangeToTheNewFrontPage() {
    blog.has(blog.posts, "post-1", "post-1", storedPost());
    feedIs(feed(false), feed(false, older));
    doThrow(CosmosFailure.of(412))
        .doAnswer(call -> Responses.written(10))
        .when(blog.frontPage)
        .replaceItem(any(), any(), any(), any());
    update(storedPost());
    assertThat(written()).containsExactly(feed(false, post), feed(false, post));
  }

  @Test
  @Invariant("I3")
  void aPostThatAReplicaLacksIsNotTreatedAsDeleted() {
    doThrow(CosmosFailure.of(404))
        .doAnswer(call -> Responses.item(stored(storedPost(1)), 1))
        .doAnswer(call -> Responses.item(stored(storedPost()), 1))
        .when(blog.posts)
        .readItem(eq("post-1"), any(), any());
    feedIs(feed(false));

    blog.patientRepositories().frontPage().update(summaries(storedPost()), Set.of(), SIZE);

    assertThat(written()).containsExactly(feed(false, post));
    assertThat(blog.report().retries()).as("reads of replicas that were behind").isEqualTo(2);
  }

  /** It was there in a newer version, and was taken away when the post was deleted. */
  @Test
  @Invariant("I4")
  void anOldVersionOfADeletedPostIsNotAddedToTheFrontPage() {
    blog.has(blog.posts, "post-1", "post-1", deleted("post-1"));
    blog.has(blog.posts, "old", "old", older);
    feedIs(feed(false));

    update(storedPost(), older);

    assertThat(written()).as("its place is another's").containsExactly(feed(false, older));
  }

  /** It was there in a newer version, and newer posts, which are deleted by now, pushed it out. */
  @Test
  @Invariant("I4")
  void aPostIsAddedToTheFrontPageInItsCurrentVersion() {
    blog.has(blog.posts, "post-1", "post-1", storedPost());
    feedIs(feed(false));

    update(storedPost(1));

    assertThat(written()).containsExactly(feed(false, post));
  }

  /** Posts that were read before the feed may be older than those in it. */
  @Test
  @Invariant("I4")
  void aWriterThatLostARaceDuringARefillReadsThePostsAgain() {
    feedIs(feed(true));
    newestAre(storedPost(1));
    blog.has(blog.posts, "post-1", "post-1", storedPost());
    doThrow(CosmosFailure.of(412))
        .doAnswer(call -> Responses.written(10))
        .when(blog.frontPage)
        .replaceItem(any(), any(), any(), any());

    update();

    assertThat(written()).containsExactly(feed(false, post), feed(false, post));
  }

  /** The tombstone of a deleted post, newer than all of its versions in these tests. */
  private static PostItem deleted(String id) {
    return TestItems.post(id)
        .by("user-ann", "A")
        .title("")
        .content("")
        .at(MockedContainers.NOW_TEXT)
        .version(99)
        .deleted()
        .build();
  }

  private void newestAre(PostItem... posts) {
    List<String> ids = Stream.of(posts).map(post -> String.valueOf(post.id())).toList();
    doAnswer(
            call -> {
              SqlQuerySpec asked = call.getArgument(0);
              int from =
                  asked.getParameters().stream()
                      .filter(parameter -> parameter.getName().equals("@id"))
                      .mapToInt(behind -> ids.indexOf(behind.getValue(String.class)) + 1)
                      .sum();
              List<StoredItem> left =
                  Stream.of(posts).skip(from).map(MockedContainers::stored).toList();
              return Responses.pages(List.of(Responses.page(null, left)));
            })
        .when(blog.posts)
        .queryItems(any(SqlQuerySpec.class), any(), any());
  }

  @Test
  void aMissingFrontPageIsBuiltFromThePosts() {
    blog.hasNot(blog.frontPage, "newest", "feed");
    blog.has(blog.posts, "post-1", "post-1", storedPost());
    doAnswer(
            call -> {
              feedIs((FrontPageItem) call.getArgument(0));
              return Responses.written(6);
            })
        .when(blog.frontPage)
        .createItem(any(), any(PartitionKey.class), any());
    newestAre(storedPost());
    blog.repositories().frontPage().update(List.of(), Set.of(PostId.of("gone")), SIZE);
    assertThat(written()).containsExactly(feed(false, post));
    verify(blog.posts, times(1)).readItem(any(), any(), any());
  }

  @Test
  void nothingIsWrittenBeforeNewEntriesAreRead() {
    feedIs(feed(true));
    newestAre(storedPost());
    doThrow(CosmosFailure.of(503)).when(blog.posts).readItem(any(), any(), any());
    assertThatThrownBy(this::update).isInstanceOf(StoreUnavailableException.class);
    assertThat(written()).isEmpty();
  }

  /**
   * Were this look to fail, the feed would stay incomplete, and every change from then on would
   * meet the same failure and be dead-lettered.
   */
  @Test
  @Invariant("I10")
  void aRefillRemovesEntriesOfUnreadablePosts() {
    PostItem undated =
        TestItems.post("post-1")
            .by("user-ann", "A")
            .title("")
            .content("")
            .at("yesterday")
            .version(9)
            .build();
    blog.has(blog.posts, "post-1", "post-1", undated);
    blog.has(blog.posts, "old", "old", older);
    feedIs(feed(true, post));
    newestAre(older);

    update();

    assertThat(written().get(written().size() - 1)).isEqualTo(feed(false, older));
  }

  /** No point read finds it, so that it would come and go for ever. */
  @Test
  @Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  @Invariant("I10")
  void aPostInTheWrongPartitionIsNotOnTheFrontPage() {
    PostItem stray =
        TestItems.post("x")
            .inPartition("p")
            .by("u", "U")
            .title("T")
            .content("C")
            .at("2999-01-01T00:00:00Z")
            .build();
    blog.hasNot(blog.posts, "p", "p");
    blog.has(blog.posts, "old", "old", older);
    feedIs(feed(true));
    newestAre(stray, older);

    update();

    assertThat(written()).containsExactly(feed(false, older));
  }

  /** The deleted post had the only place when the feed was filled up, and left it empty. */
  @Test
  @Invariant("I5")
  void aPostFoundDeletedDuringARefillLeavesNoGap() {
    blog.has(blog.posts, "post-1", "post-1", deleted("post-1"));
    blog.has(blog.posts, "old", "old", older);
    feedIs(feed(true, post));
    newestAre(older);

    update();

    assertThat(written()).containsExactly(feed(false, older));
  }

  /** Another post takes its place, which causes a second round of reads. */
  @Test
  void aPostIsReadOnceAlthoughAnotherOneIsFoundDeleted() {
    PostItem newest = TestItems.post("newest").by("u", "U").at("2099-01-01T00:00:00.000Z").build();
    blog.has(blog.posts, "newest", "newest", deleted("newest"));
    blog.has(blog.posts, "post-1", "post-1", storedPost());
    blog.has(blog.posts, "old", "old", older);
    feedIs(FrontPageItem.of(2, false, List.of()));

    FrontPageItem page =
        blog.repositories().frontPage().update(summaries(newest, post, older), Set.of(), 2);

    assertThat(page.posts()).isEqualTo(summaries(post, older));
    assertThat(blog.report().requests()).as("two of the front page, three of posts").isEqualTo(5);
  }

  /** Its comparison would find nothing, and the host would rely on a mark that isn't there. */
  @Test
  @Invariant("I3")
  void aFrontPageThatIsCreatedWithoutEffectIsNotMarked() {
    blog.hasNot(blog.frontPage, "newest", "feed");
    blog.has(blog.posts, "post-1", "post-1", deleted("post-1"));
    newestAre();

    FrontPage.Update update =
        blog.repositories()
            .frontPage()
            .update(FrontPageChange.of(summaries(post), Set.of(), SIZE).marking());

    assertThat(update.page().markedAt()).isNull();
    assertThat(update.wasWritten()).isFalse();
  }

  /** The index still lists the deleted post, which must not count among those that are lacking. */
  @Test
  @Invariant("I10")
  void aFrontPageOfAllPostsIsCompleteAlthoughADeletedOneIsStillListed() {
    feedIs(FrontPageItem.of(3, true, List.of()));
    newestAre(post, older);
    blog.has(blog.posts, "post-1", "post-1", deleted("post-1"));
    blog.has(blog.posts, "old", "old", older);

    FrontPageItem refilled = blog.repositories().frontPage().update(List.of(), Set.of(), 3);

    assertThat(shown(refilled)).isEqualTo(FrontPageItem.of(3, false, summaries(older)));
  }

  /** Posts that an index or a lagging replica still lists take the places of others, again. */
  @Test
  @Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  @Invariant("I10")
  void aRefillThatFindsOnlyDeletedPostsEndsAfterAFewTriesAndTheNextWriterContinues() {
    feedIs(feed(true));
    AtomicInteger queries = new AtomicInteger();
    doAnswer(
            call -> {
              String id = "dead-" + queries.incrementAndGet();
              blog.has(blog.posts, id, id, deleted(id));
              PostItem listed = TestItems.post(id).by("user-ann", "A").build();
              return Responses.pages(List.of(Responses.page(null, List.of(stored(listed)))));
            })
        .when(blog.posts)
        .queryItems(any(SqlQuerySpec.class), any(), any());

    assertThat(blog.repositories().frontPage().update(List.of(), Set.of(), SIZE).incomplete())
        .isTrue();

    assertThat(queries.get()).isBetween(2, 10);
    assertThat(blog.report().requests()).isLessThan(50);
  }

  private static FrontPageItem unchecked(Duration changed, Duration unchecked, PostItem... posts) {
    return new FrontPageItem(
        "newest",
        "feed",
        SIZE,
        false,
        summaries(posts),
        List.of(),
        MockedContainers.NOW.minus(changed).toEpochMilli(),
        null,
        MockedContainers.NOW.minus(unchecked).toEpochMilli());
  }

  private FrontPageItem rechecked() {
    blog.repositories().frontPage().recheck(SIZE, LAG);
    ArgumentCaptor<Object> item = ArgumentCaptor.captor();
    verify(blog.frontPage, atLeast(1)).replaceItem(item.capture(), any(), any(), any());
    return (FrontPageItem) item.getValue();
  }

  /** A replica that lagged hid the newest post from the refill. */
  @Test
  @Invariant("I5")
  void aPostThatALaggingReplicaHidIsFoundByTheRecheck() {
    feedIs(unchecked(Duration.ofMinutes(3), Duration.ofMinutes(5), older));
    newestAre(post);
    blog.has(blog.posts, "post-1", "post-1", storedPost());
    blog.has(blog.posts, "old", "old", older);

    FrontPageItem now = rechecked();
    assertThat(shown(now)).isEqualTo(feed(false, post));
    assertThat(now.uncheckedSince()).as("it is compared").isNull();
  }

  @Test
  @Invariant("I5")
  void aDeletionThatALaggingReplicaHidIsFoundByTheRecheck() {
    feedIs(unchecked(Duration.ofMinutes(3), Duration.ofMinutes(5), post));
    newestAre(older);
    blog.has(blog.posts, "post-1", "post-1", deleted("post-1"));
    blog.has(blog.posts, "old", "old", older);
    assertThat(shown(rechecked())).isEqualTo(feed(false, older));
  }

  private void aPostIsMissing() {
    blog.hasNot(blog.posts, "post-1", "post-1");
    blog.has(blog.posts, "old", "old", older);
    newestAre(older);
  }

  /** A failover may have lost the post and its tombstone, so no read would ever be new enough. */
  @Test
  @Invariant("I10")
  void anEntryOfAMissingPostStaysUntilEveryReplicaWouldHaveThePost() {
    aPostIsMissing();
    feedIs(feed(true, post));
    update();
    assertThat(written()).containsExactly(feed(false, post));

    feedIs(unchecked(Duration.ofMinutes(3), Duration.ofMinutes(5), post));
    assertThat(shown(rechecked())).isEqualTo(feed(false, older));
  }

  /** No read would ever be as new as its removal, so each change of it would fail forever. */
  @Test
  @Invariant("I10")
  void aPostWhoseLastStatesAFailoverLostReturnsOnceTheyAreForgotten() {
    blog.has(blog.posts, "post-1", "post-1", storedPost());
    Removed removed =
        new Removed(
            "post-1", MockedContainers.NOW.minus(Duration.ofMinutes(15)).toEpochMilli(), 9L, 4);
    feedIs(
        new FrontPageItem(
            "newest", "feed", SIZE, false, List.of(), List.of(removed), null, null, null));

    update(storedPost());

    assertThat(written()).containsExactly(feed(false, post));
  }

  /** Neither the query's replica nor the point read's has it yet. */
  @Test
  @Invariant("I5")
  void aPostAddedDuringARecheckIsNotTreatedAsDeleted() {
    feedIs(
        unchecked(Duration.ofMinutes(3), Duration.ofMinutes(5), older),
        unchecked(Duration.ofSeconds(1), Duration.ofMinutes(5), post));
    newestAre(older);
    blog.has(blog.posts, "old", "old", older);
    blog.hasNot(blog.posts, "post-1", "post-1");
    doThrow(CosmosFailure.of(412))
        .doAnswer(call -> Responses.written(10))
        .when(blog.frontPage)
        .replaceItem(any(), any(), any(), any());

    FrontPageItem now = rechecked();
    assertThat(shown(now)).isEqualTo(feed(false, post));
    assertThat(now.uncheckedSince())
        .as("compared again")
        .isEqualTo(MockedContainers.NOW.toEpochMilli());
  }

  @Test
  void aFrontPageThatChangedSinceIsRecheckedAgain() {
    feedIs(unchecked(Duration.ofSeconds(1), Duration.ofMinutes(5), post));
    newestAre(post);
    assertThat(rechecked().uncheckedSince()).isEqualTo(MockedContainers.NOW.toEpochMilli());
  }

  /** A host may stop before it has written what it postponed. */
  @Test
  @Invariant("I3")
  void aChangeMarksTheFrontPageIfItIsWritten() {
    FrontPageChange change = FrontPageChange.of(summaries(post), Set.of(), SIZE).marking();
    feedIs(feed(false, storedPost(1)));
    FrontPage.Update marked = blog.repositories().frontPage().update(change);
    assertThat(marked.wasWritten()).isTrue();
    assertThat(marked.page().markedAt()).isEqualTo(MockedContainers.NOW.toEpochMilli());
    assertThat(marked.page().changedAt()).as("the same posts").isNull();
    assertThat(marked.page().uncheckedSince()).isEqualTo(MockedContainers.NOW.toEpochMilli());

    feedIs(unchecked(Duration.ofMinutes(2), Duration.ofMinutes(4), storedPost(1)));
    FrontPageItem again = blog.repositories().frontPage().update(change).page();
    assertThat(again.markedAt()).isEqualTo(MockedContainers.NOW.toEpochMilli());
    assertThat(again.uncheckedSince())
        .as("the first mark")
        .isEqualTo(MockedContainers.NOW.minus(Duration.ofMinutes(4)).toEpochMilli());

    feedIs(marked.page());
    assertThat(blog.repositories().frontPage().update(change).wasWritten()).isFalse();
  }

  @Test
  @Invariant("I3")
  void aMarkHoldsForAThirdOfTheTimeUntilTheComparison() {
    assertThat(FrontPage.markedFor(Duration.ofMinutes(2))).isEqualTo(Duration.ofMinutes(2));
    assertThat(FrontPage.markedFor(Duration.ofMillis(1))).isEqualTo(Duration.ofSeconds(10));
    newestAre(post);
    blog.has(blog.posts, "post-1", "post-1", storedPost());

    feedIs(marked(Duration.ofMillis(29_999), Duration.ofMillis(29_999)));
    blog.repositories().frontPage().recheck(SIZE, Duration.ofMillis(1));
    assertThat(written()).isEmpty();
    feedIs(marked(Duration.ofMillis(179_999), Duration.ofMinutes(3)));
    assertThat(rechecked().uncheckedSince())
        .as("compared again")
        .isEqualTo(MockedContainers.NOW.toEpochMilli());
    feedIs(marked(Duration.ofMinutes(3), Duration.ofMinutes(3)));
    FrontPageItem compared = rechecked();
    assertThat(compared.uncheckedSince()).isNull();
    assertThat(compared.markedAt()).isNull();
  }

  private FrontPageItem marked(Duration marked, Duration unchecked) {
    return new FrontPageItem(
        "newest",
        "feed",
        SIZE,
        false,
        summaries(post),
        List.of(),
        null,
        MockedContainers.NOW.minus(marked).toEpochMilli(),
        MockedContainers.NOW.minus(unchecked).toEpochMilli());
  }

  /** Counts that change all the time don't keep an entry whose post is missing. */
  @Test
  @Invariant("I5")
  void aMarkDoesNotKeepAnEntryOfAMissingPost() {
    aPostIsMissing();
    feedIs(marked(Duration.ofSeconds(1), Duration.ofMinutes(3)));

    assertThat(shown(rechecked())).isEqualTo(feed(false, older));
  }

  @Test
  void aComparisonAddsWhatAMarkedFrontPageLacksAndKeepsTheMark() {
    FrontPage frontPage = blog.repositories().frontPage();
    newestAre(post);
    blog.has(blog.posts, "post-1", "post-1", storedPost());
    blog.has(blog.posts, "old", "old", older);
    feedIs(feed(false, older));
    frontPage.compare(SIZE);
    assertThat(written()).as("not marked").isEmpty();

    feedIs(unchecked(Duration.ZERO, Duration.ofMinutes(1), older));
    frontPage.compare(SIZE);

    ArgumentCaptor<FrontPageItem> item = ArgumentCaptor.captor();
    verify(blog.frontPage).replaceItem(item.capture(), any(), any(), any());
    assertThat(shown(item.getValue())).isEqualTo(feed(false, post));
    assertThat(item.getValue().uncheckedSince())
        .isEqualTo(MockedContainers.NOW.minus(Duration.ofMinutes(1)).toEpochMilli());
  }

  /** A repair that failed half-way, in a blog without new posts. */
  @Test
  @Invariant("I10")
  void aRecheckFillsAnIncompleteFrontPageWithoutNewPosts() {
    feedIs(feed(true));
    newestAre(post);
    blog.has(blog.posts, "post-1", "post-1", storedPost());
    assertThat(shown(rechecked())).isEqualTo(feed(false, post));
  }

  /** Another program, or a host with a wrong clock, has written the times. */
  @Test
  @Invariant("I3")
  void timesInTheFutureDoNotEndTheRechecks() {
    Duration year = Duration.ofDays(-365);
    feedIs(unchecked(year, year, older));
    newestAre(post);
    blog.has(blog.posts, "post-1", "post-1", storedPost());
    blog.has(blog.posts, "old", "old", older);

    FrontPageItem now = rechecked();

    assertThat(shown(now)).isEqualTo(feed(false, post));
    assertThat(now.uncheckedSince())
        .as("compared again")
        .isEqualTo(MockedContainers.NOW.toEpochMilli());
    assertThat(now.changedAt()).isLessThanOrEqualTo(MockedContainers.NOW.plus(LAG).toEpochMilli());
    long latest = MockedContainers.NOW.plus(LAG).toEpochMilli();
    feedIs(marked(year, year));
    FrontPageItem marked = rechecked();
    assertThat(marked.markedAt()).isEqualTo(latest);
  }

  @Test
  void aFrontPageIsRecheckedOnlyAfterChangesAndReplicaLag() {
    feedIs(unchecked(Duration.ofMinutes(2), Duration.ofSeconds(179), post));
    blog.repositories().frontPage().recheck(SIZE, LAG);
    feedIs(unchecked(LAG.negated(), LAG.negated(), post));
    blog.repositories().frontPage().recheck(SIZE, LAG);
    feedIs(feed(false, post));
    blog.repositories().frontPage().recheck(SIZE, LAG);

    verify(blog.posts, never()).queryItems(any(SqlQuerySpec.class), any(), any());
    verify(blog.frontPage, times(3)).readItem(any(), any(), any());
    assertThat(written()).isEmpty();

    feedIs(unchecked(Duration.ofMinutes(3), Duration.ofMinutes(3), post));
    newestAre(post);
    assertThat(rechecked().uncheckedSince()).as("exactly three times the lag later").isNull();
  }

  @Test
  @Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void aRecheckThatAlwaysLosesTheRaceEndsAfterTenTries() {
    feedIs(unchecked(Duration.ofMinutes(3), Duration.ofMinutes(5), older));
    newestAre(post);
    blog.has(blog.posts, "post-1", "post-1", storedPost());
    blog.has(blog.posts, "old", "old", older);
    doThrow(CosmosFailure.of(412)).when(blog.frontPage).replaceItem(any(), any(), any(), any());

    rechecked();

    verify(blog.frontPage, times(10)).replaceItem(any(), any(), any(), any());
  }

  @Test
  @Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void aComparisonThatAlwaysLosesTheRaceEndsAfterTenTries() {
    feedIs(unchecked(Duration.ZERO, Duration.ofMinutes(1), older));
    newestAre(post);
    blog.has(blog.posts, "post-1", "post-1", storedPost());
    blog.has(blog.posts, "old", "old", older);
    doThrow(CosmosFailure.of(412)).when(blog.frontPage).replaceItem(any(), any(), any(), any());

    blog.repositories().frontPage().compare(SIZE);

    verify(blog.frontPage, times(10)).replaceItem(any(), any(), any(), any());
  }

  @Test
  void onlyPostsOfTheFrontPageAreShown() {
    feedIs(feed(false, post));
    FrontPage frontPage = blog.repositories().frontPage();

    assertThat(frontPage.shownAmong(Set.of(PostId.of("post-1"), PostId.of("old"))))
        .containsExactly(PostId.of("post-1"));
    knownFrontPageIs(Responses.item(null, 1));
    assertThat(frontPage.shownAmong(Set.of(PostId.of("post-1"), PostId.of("old"))))
        .as("the front page that the host knows")
        .containsExactly(PostId.of("post-1"));
    verify(blog.frontPage)
        .readItem(any(), any(), any(CosmosItemRequestOptions.class), eq(FrontPageItem.class));
  }

  /** A lagging replica may return it to the next recheck. */
  @Test
  @Invariant("I9")
  void aRepairRemembersThatAPostWasDeleted() {
    blog.has(blog.posts, "post-1", "post-1", deleted("post-1"));
    StoredItem seen = JSON.convertValue(feed(false, post), StoredItem.class);

    assertThat(blog.repositories().frontPage().repair(seen, summaries(older), SIZE)).isTrue();

    ArgumentCaptor<FrontPageItem> item = ArgumentCaptor.captor();
    verify(blog.frontPage).replaceItem(item.capture(), any(), any(), any());
    assertThat(item.getValue().removed())
        .containsExactly(new Removed("post-1", MockedContainers.NOW.toEpochMilli(), null, 0));
  }

  /** A correction within the next minutes would be ignored. */
  @Test
  @Invariant("I5")
  void aRepairDoesNotRememberAnUnreadablePostAsDeleted() {
    blog.has(
        blog.posts, "post-1", "post-1", Map.of("id", "post-1", "type", "post", "version", "x"));
    StoredItem seen = JSON.convertValue(feed(false, post), StoredItem.class);

    blog.repositories().frontPage().repair(seen, summaries(older), SIZE);

    ArgumentCaptor<FrontPageItem> item = ArgumentCaptor.captor();
    verify(blog.frontPage).replaceItem(item.capture(), any(), any(), any());
    assertThat(item.getValue().removed())
        .singleElement()
        .extracting(Removed::version)
        .isEqualTo(post.version());
  }

  @Test
  void aRepairReplacesOnlyTheFrontPageThatItCompared() {
    FrontPage frontPage = blog.repositories().frontPage();
    blog.has(blog.posts, "old", "old", older);
    StoredItem seen = JSON.convertValue(feed(false, older), StoredItem.class);

    assertThat(frontPage.repair(seen, summaries(post), SIZE)).isTrue();
    assertThat(frontPage.repair(null, summaries(post), SIZE)).as("there was none").isTrue();

    verify(blog.frontPage).createItem(any(), any(), any());
    verify(blog.frontPage).replaceItem(any(), any(), any(), any());
    doThrow(CosmosFailure.of(412)).when(blog.frontPage).replaceItem(any(), any(), any(), any());
    doThrow(CosmosFailure.of(409)).when(blog.frontPage).createItem(any(), any(), any());
    assertThat(frontPage.repair(seen, summaries(post), SIZE)).as("it was written").isFalse();
    assertThat(frontPage.repair(null, summaries(post), SIZE)).as("it was created").isFalse();
  }

  @Test
  @Invariant("I4")
  void aDeletedPostThatALaggingReplicaReturnsIsRecognized() {
    FrontPage frontPage = blog.repositories().frontPage();
    Removed removed = new Removed("post-1", MockedContainers.NOW.toEpochMilli(), null, 0);
    FrontPageItem page =
        new FrontPageItem(
            "newest", "feed", SIZE, false, List.of(), List.of(removed), null, null, null);

    assertThat(summaries(older, post))
        .extracting(copy -> frontPage.remembers(page, copy))
        .containsExactly(false, true);
  }

  @Test
  void theLastWriterWritesAgainWithoutReadingTheFrontPage() {
    feedIs(feed(false));
    blog.has(blog.posts, "post-1", "post-1", storedPost());
    blog.has(blog.posts, "old", "old", older);
    Repositories repositories = blog.repositories();
    repositories.frontPage().update(summaries(older), Set.of(), SIZE);
    repositories.frontPage().update(summaries(post), Set.of(), SIZE);
    assertThat(written()).containsExactly(feed(false, older), feed(false, post));
    verify(blog.frontPage, times(1)).readItem(any(), any(), any());

    knownFrontPageIs(Responses.item(null, 1));
    assertThat(shown(repositories.frontPage().update(summaries(older), Set.of(), SIZE)))
        .as("the front page that the host knows")
        .isEqualTo(feed(false, post));
    verify(blog.frontPage, times(1)).readItem(any(), any(), any());

    knownFrontPageIs(Responses.item(feed(false), 10));
    assertThat(shown(repositories.frontPage().update(summaries(older), Set.of(), SIZE)))
        .as("another host's front page")
        .isEqualTo(feed(false, older));
  }

  private void knownFrontPageIs(CosmosItemResponse<FrontPageItem> answer) {
    doReturn(answer)
        .when(blog.frontPage)
        .readItem(any(), any(), any(CosmosItemRequestOptions.class), eq(FrontPageItem.class));
  }

  @Test
  void aWriterThatLostARaceReadsTheFrontPageAgain() {
    feedIs(feed(false));
    blog.has(blog.posts, "post-1", "post-1", storedPost());
    blog.has(blog.posts, "old", "old", older);
    Repositories repositories = blog.repositories();
    repositories.frontPage().update(summaries(older), Set.of(), SIZE);
    doThrow(CosmosFailure.of(412))
        .doAnswer(call -> Responses.written(10))
        .when(blog.frontPage)
        .replaceItem(any(), any(), any(), any());
    feedIs(feed(false));
    assertThat(shown(repositories.frontPage().update(summaries(post), Set.of(), SIZE)))
        .isEqualTo(feed(false, post));
    verify(blog.frontPage, times(2)).readItem(any(), any(), any());
  }

  @Test
  @Invariant("I12")
  void aPostHiddenMeanwhileIsNotAdded() {
    feedIs(feed(false));
    blog.has(blog.posts, "post-1", "post-1", hidden());
    update(storedPost());
    assertThat(written()).isEmpty();
  }

  private static PostItem hidden() {
    return TestItems.post(storedPost(6)).status("hidden", null).build();
  }

  /** If it were treated as deleted, it couldn't return for minutes, even if it is shown again. */
  @Test
  @Invariant("I12")
  void aPostFoundHiddenDuringARefillIsRemovedAndItsVersionRemembered() {
    feedIs(feed(true, post));
    newestAre(older);
    blog.has(blog.posts, "old", "old", older).has(blog.posts, "post-1", "post-1", hidden());

    FrontPageItem refilled = blog.repositories().frontPage().update(List.of(), Set.of(), SIZE);

    assertThat(shown(refilled)).isEqualTo(feed(false, older));
    assertThat(refilled.removed())
        .singleElement()
        .satisfies(removed -> assertThat(removed.version()).isEqualTo(6));
  }

  @Test
  void aFrontPageWithRoomNeedsNoQuery() {
    feedIs(feed(false));
    update();
    verify(blog.posts, never()).queryItems(any(SqlQuerySpec.class), any(), any());
  }
}
