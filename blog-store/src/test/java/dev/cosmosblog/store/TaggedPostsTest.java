package dev.cosmosblog.store;

import static dev.cosmosblog.store.MockedContainers.ANN;
import static dev.cosmosblog.store.MockedContainers.NOW_TEXT;
import static dev.cosmosblog.store.MockedContainers.POST;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.eq;
import static org.mockito.Mockito.atLeast;
import static org.mockito.Mockito.doAnswer;
import static org.mockito.Mockito.doReturn;
import static org.mockito.Mockito.doThrow;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.times;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.models.CosmosBatch;
import com.azure.cosmos.models.CosmosBatchResponse;
import com.azure.cosmos.models.CosmosItemOperation;
import com.azure.cosmos.models.CosmosItemOperationType;
import com.azure.cosmos.models.PartitionKey;
import dev.cosmosblog.model.MalformedItemException;
import dev.cosmosblog.model.item.ListingItem;
import dev.cosmosblog.model.item.PostSummaryItem;
import dev.cosmosblog.model.item.RemovedCopyItem;
import dev.cosmosblog.model.item.TaggedPostItem;
import dev.cosmosblog.store.error.StoreRejectedException;
import dev.cosmosblog.store.internal.cosmos.DatabaseAccess;
import dev.cosmosblog.store.internal.item.DeletedPost;
import dev.cosmosblog.store.internal.item.StoredItem;
import dev.cosmosblog.store.internal.kernel.Kernel;
import dev.cosmosblog.store.internal.repository.Listing;
import dev.cosmosblog.store.internal.repository.ListingEntries;
import dev.cosmosblog.store.observe.BlogOperation;
import dev.cosmosblog.testsupport.Invariant;
import dev.cosmosblog.testsupport.TestItems;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.mockito.ArgumentCaptor;

/** Responses to a change of a post's tags that the emulator doesn't give. */
class TaggedPostsTest {
  private static final String TAGS = TaggedPostItem.BUCKET;
  private static final String ITEM = TaggedPostItem.idOf("post-1");
  private static final String MONTH = "2026-11-01";

  private final MockedContainers blog = new MockedContainers().writesAreDone();
  private final CosmosContainer listings = mock();
  private final BlogDatabase database = database();
  private final ListingEntries entries =
      Kernel.of(database).repositories(report -> {}).listings().orElseThrow();

  private BlogDatabase database() {
    when(listings.getId()).thenReturn("listings");
    blog.writesAreDone(listings);
    for (String tag : List.of("a", "b")) {
      hasTag(tag, 3);
      blog.hasNot(listings, "post-1", "tag~" + tag);
    }
    blog.has(
        listings,
        "buckets",
        "buckets",
        Map.of("id", "buckets", "bucket", "buckets", "firstDays", List.of(MONTH)));
    blog.has(listings, "post-1", MONTH, ListingItem.of(tagged(5), MONTH));
    return blog.database(
        settings -> settings.containers(blog.users, blog.posts, blog.frontPage, listings));
  }

  private void hasTag(String tag, Object posts) {
    blog.has(
        listings,
        "tag~" + tag,
        TAGS,
        Map.of("id", "tag~" + tag, "bucket", TAGS, "type", "tag", "posts", posts));
  }

  private static PostSummaryItem tagged(long version, String... tags) {
    return TestItems.post("post-1")
        .by("user-ann")
        .at(NOW_TEXT)
        .version(version)
        .tags(tags)
        .summary();
  }

  private boolean put(PostSummaryItem copy) {
    return database
        .unwrap(DatabaseAccess.class)
        .operations()
        .run(BlogOperation.WRITE_ENTRY, call -> entries.put(copy, copy.version(), call));
  }

  /** Reads return the items one after the other, and then the last again. */
  private void has(Object... states) {
    var stubbing = doThrow(CosmosFailure.of(404));
    for (Object state : states) {
      stubbing = stubbing.doAnswer(call -> Responses.toRead(call, state));
    }
    stubbing.when(listings).readItem(eq(ITEM), eq(new PartitionKey(TAGS)), any());
  }

  private void firstBatch(CosmosBatchResponse response) {
    doReturn(response)
        .doAnswer(call -> Responses.batchDone(20))
        .when(listings)
        .executeCosmosBatch(any());
  }

  private List<List<String>> sent(int batches) {
    ArgumentCaptor<CosmosBatch> sent = ArgumentCaptor.captor();
    verify(listings, times(batches)).executeCosmosBatch(sent.capture());
    return sent.getAllValues().stream()
        .map(batch -> batch.getOperations().stream().map(TaggedPostsTest::shown).toList())
        .toList();
  }

  private static String shown(CosmosItemOperation operation) {
    boolean isCreate = operation.getOperationType() == CosmosItemOperationType.CREATE;
    return operation.getOperationType() + (isCreate ? "" : " " + operation.getId());
  }

  /** The post and the numbers change together, in the order of tags. */
  @Test
  @Invariant("I14")
  void aLostResponseDoesNotCountThePostAgain() {
    has(TaggedPostItem.of(tagged(6, "b", "a")));
    doReturn(Responses.batchFailedAt(0, 409, 0)).when(listings).executeCosmosBatch(any());

    assertThat(put(tagged(6, "b", "a"))).isTrue();

    assertThat(sent(1)).containsExactly(List.of("CREATE", "PATCH tag~a", "PATCH tag~b"));
    verify(listings).createItem(any(), eq(new PartitionKey("tag~a")), any());
    verify(listings).createItem(any(), eq(new PartitionKey("tag~b")), any());
  }

  /** Another host stored a newer state between the read and the batch. */
  @Test
  @Invariant({"I4", "I14"})
  void aHostThatIsOvertakenWritesNoEntry() {
    has(TaggedPostItem.of(tagged(7, "b")));
    doReturn(Responses.batchFailedAt(0, 409, 0)).when(listings).executeCosmosBatch(any());

    assertThat(put(tagged(6, "a"))).isFalse();

    sent(1);
    verify(listings, never()).createItem(any(), any(), any());
  }

  /** Another host stored an older state, whose tags the post has lost since. */
  @Test
  @Invariant("I14")
  void anOlderStateOfAnotherHostIsReplacedUnderItsEtag() {
    has(TaggedPostItem.of(tagged(5, "b")));
    firstBatch(Responses.batchFailedAt(0, 409, 0));

    put(tagged(6, "a"));

    assertThat(sent(2))
        .containsExactly(
            List.of("CREATE", "PATCH tag~a"),
            List.of("REPLACE " + ITEM, "PATCH tag~a", "PATCH tag~b"));
    verify(listings).createItem(any(RemovedCopyItem.class), eq(new PartitionKey("tag~b")), any());
  }

  @Test
  @Invariant("I14")
  void aMissingTagIsCreatedAndCounted() {
    has();
    firstBatch(Responses.batchFailedAt(1, 404, 0));

    put(tagged(6, "a", "b"));

    sent(2);
    verify(listings)
        .createItem(
            eq(Map.of("id", "tag~a", "bucket", TAGS, "type", "tag", "posts", 0)), any(), any());
  }

  @Test
  @Invariant("I10")
  void anUnreadableNumberDoesNotBlockThePost() {
    has();
    hasTag("b", "?");
    firstBatch(Responses.batchFailedAt(1, 400, 0));

    put(tagged(6, "a", "b"));

    sent(2);
    verify(listings)
        .replaceItem(
            eq(Map.of("id", "tag~b", "bucket", TAGS, "type", "tag", "posts", 0)),
            eq("tag~b"),
            any(),
            any());
    verify(listings, never()).replaceItem(any(), eq("tag~a"), any(), any());
  }

  @Test
  void anotherRejectionIsReported() {
    has();
    doReturn(Responses.batchFailedAt(1, 400, 0)).when(listings).executeCosmosBatch(any());

    assertThatThrownBy(() -> put(tagged(6, "a"))).isInstanceOf(StoreRejectedException.class);

    sent(1);
  }

  /** Otherwise a deletion wouldn't find the entries in the lists of the former tags. */
  @Test
  @Invariant("I9")
  void formerTagsThatAnotherHostStoredAreKept() {
    TaggedPostItem mine =
        TaggedPostItem.of(tagged(6, "a")).after(TaggedPostItem.of(tagged(5, "b")));
    TaggedPostItem newer = TaggedPostItem.of(tagged(7)).after(mine);
    doAnswer(call -> Responses.toRead(call, mine))
        .doAnswer(call -> Responses.toRead(call, newer))
        .when(listings)
        .readItem(eq(ITEM), eq(new PartitionKey(TAGS)), any());

    put(tagged(6, "a"));

    verify(listings, never()).replaceItem(any(), eq(ITEM), any(), any());
  }

  /** A host stored other tags while the deletion removed the entries of those that it found. */
  @Test
  @Invariant("I9")
  void aDeletionRemovesTheEntriesOfTagsThatAreStoredMeanwhile() {
    doAnswer(call -> Responses.toRead(call, TaggedPostItem.of(tagged(5, "a"))))
        .doAnswer(call -> Responses.toRead(call, TaggedPostItem.of(tagged(6, "b"))))
        .when(listings)
        .readItem(eq(ITEM), eq(new PartitionKey(TAGS)), any());
    firstBatch(Responses.batchFailedAt(0, 412, 0));

    removeThePost();

    assertThat(sent(2).get(1)).containsExactly("REPLACE " + ITEM, "PATCH tag~b");
    for (String tag : List.of("tag~a", "tag~b")) {
      verify(listings, atLeast(1))
          .createItem(any(RemovedCopyItem.class), eq(new PartitionKey(tag)), any());
    }
  }

  private void removeThePost() {
    entries.remove(
        new DeletedPost(
            POST,
            Optional.of(ANN),
            Optional.of(NOW_TEXT),
            7,
            Optional.empty(),
            List.of(),
            List.of()));
  }

  /** A host stored the first tags after the deletion found none. */
  @Test
  @Invariant("I9")
  void aDeletionRemovesTheEntriesOfTheFirstTagsThatAreStoredMeanwhile() {
    has(TaggedPostItem.of(tagged(6, "b")));
    doThrow(CosmosFailure.of(409))
        .when(listings)
        .createItem(any(), eq(new PartitionKey(TAGS)), any());

    removeThePost();

    assertThat(sent(1)).containsExactly(List.of("REPLACE " + ITEM, "PATCH tag~b"));
    verify(listings).createItem(any(RemovedCopyItem.class), eq(new PartitionKey("tag~b")), any());
  }

  private void finds(Object state) {
    blog.has(listings, ITEM, TAGS, state);
  }

  private void verifyNothingIsWritten() {
    verify(listings, never()).createItem(any(), any(), any());
    verify(listings, never()).replaceItem(any(), any(), any(), any());
    verify(listings, never()).executeCosmosBatch(any());
  }

  private void replaced(String bucket, Class<?> type, int times) {
    verify(listings, times(times))
        .replaceItem(any(type), eq("post-1"), eq(new PartitionKey(bucket)), any());
  }

  @Test
  @Invariant("I9")
  void theTagsOfAPostWhoseEntryWasRemovedAreNotStored() {
    blog.has(listings, "post-1", MONTH, RemovedCopyItem.ofEntry("post-1", MONTH, 60));
    assertThat(put(tagged(6, "a"))).isFalse();

    blog.has(listings, "post-1", MONTH, ListingItem.of(tagged(6, "a"), MONTH));
    finds(RemovedCopyItem.ofEntry(ITEM, TAGS, 60));
    assertThat(put(tagged(6, "a"))).as("whose tags were removed").isFalse();

    verifyNothingIsWritten();
  }

  @Test
  @Invariant({"I4", "I14"})
  void theTombstoneOfALostTagIsReplacedByALaterStateOnly() {
    blog.has(listings, "post-1", MONTH, ListingItem.of(tagged(6, "a"), MONTH));
    finds(TaggedPostItem.of(tagged(6, "a")));
    for (long version : List.of(6L, 7L)) {
      blog.has(listings, "post-1", "tag~a", RemovedCopyItem.ofTag("post-1", "tag~a", version, 60));
      assertThat(put(tagged(6, "a"))).as("lost in version " + version).isFalse();
    }
    verifyNothingIsWritten();

    blog.has(listings, "post-1", "tag~a", RemovedCopyItem.ofTag("post-1", "tag~a", 5, 60));
    assertThat(put(tagged(6, "a"))).isTrue();
    replaced("tag~a", ListingItem.class, 1);
  }

  @Test
  @Invariant({"I4", "I14"})
  void theEntryOfALostTagIsReplacedUnlessItIsNewer() {
    TaggedPostItem before = TaggedPostItem.of(tagged(5, "b"));
    finds(TaggedPostItem.of(tagged(6)).after(before));
    for (Object newer :
        List.of(
            ListingItem.of(tagged(6, "b"), "tag~b"),
            RemovedCopyItem.ofTag("post-1", "tag~b", 7, 60),
            RemovedCopyItem.ofEntry("post-1", "tag~b", 60))) {
      blog.has(listings, "post-1", "tag~b", newer);
      put(tagged(6));
    }
    replaced("tag~b", RemovedCopyItem.class, 0);

    blog.has(listings, "post-1", "tag~b", ListingItem.of(tagged(5, "b"), "tag~b"));
    put(tagged(6));
    replaced("tag~b", RemovedCopyItem.class, 1);
  }

  @Test
  void formerTagsAreForgottenOnceTheirEntriesAreRemoved() {
    TaggedPostItem stored = TaggedPostItem.of(tagged(6)).after(TaggedPostItem.of(tagged(5, "b")));
    finds(stored);
    put(tagged(6));
    verify(listings).replaceItem(eq(stored.settled()), eq(ITEM), any(), any());

    finds(stored.settled());
    put(tagged(6));
    verify(listings, times(1)).replaceItem(any(), eq(ITEM), any(), any());
  }

  @Test
  @Invariant("I9")
  void aTombstoneOfTagsIsNotReplacedWhenFormerTagsAreForgotten() {
    TaggedPostItem stored = TaggedPostItem.of(tagged(6)).after(TaggedPostItem.of(tagged(5, "b")));
    doAnswer(call -> Responses.toRead(call, stored))
        .doAnswer(call -> Responses.toRead(call, RemovedCopyItem.ofEntry(ITEM, TAGS, 60)))
        .when(listings)
        .readItem(eq(ITEM), eq(new PartitionKey(TAGS)), any());

    put(tagged(6));

    verify(listings, never()).replaceItem(any(), eq(ITEM), any(), any());
  }

  @Test
  @Invariant("I10")
  void anItemThatIsNoEntryIsReported() {
    blog.has(listings, "post-1", MONTH, Map.of("id", "post-1", "bucket", MONTH, "type", "x"));

    assertThatThrownBy(() -> put(tagged(6)))
        .isInstanceOf(MalformedItemException.class)
        .hasMessageContaining("expected an entry of a listing, but found an item of type 'x'");
  }

  @Test
  void aTagIsListedIfItIsMissingOrHasAnotherType() {
    entries.list(Listing.ARCHIVE);
    entries.list(new Listing("a"));
    verifyNothingIsWritten();

    blog.has(listings, "tag~a", TAGS, Map.of("id", "tag~a", "type", "x", "posts", 2));
    entries.list(new Listing("a"));
    verify(listings)
        .replaceItem(
            eq(Map.of("id", "tag~a", "type", "tag", "posts", 2)), eq("tag~a"), any(), any());

    blog.hasNot(listings, "tag~c", TAGS);
    entries.list(new Listing("c"));
    verify(listings)
        .createItem(
            eq(Map.of("id", "tag~c", "bucket", TAGS, "type", "tag", "posts", 0)), any(), any());
  }

  /** Another program may have written a later version. */
  @Test
  void aRepairReplacesTagsOfAnyVersionIfTheyAreUnchanged() {
    StoredItem seen = MockedContainers.stored(TaggedPostItem.of(tagged(9, "b", "c")));
    CosmosBatchResponse changed = Responses.batchFailedAt(0, 412, 0);
    doAnswer(call -> Responses.batchDone(20))
        .doAnswer(call -> Responses.batchDone(20))
        .doReturn(changed)
        .when(listings)
        .executeCosmosBatch(any());
    Object tombstone = RemovedCopyItem.ofEntry(ITEM, TAGS, 60);

    assertThat(entries.replaceTags(tagged(6, "a", "c"), Optional.of(seen))).isTrue();
    assertThat(
            entries.replaceTags(
                tagged(6, "a", "c"), Optional.of(MockedContainers.stored(tombstone))))
        .isTrue();
    assertThat(entries.replaceTags(tagged(6, "a", "c"), Optional.empty())).isFalse();

    assertThat(sent(3))
        .containsExactly(
            List.of("REPLACE " + ITEM, "PATCH tag~a", "PATCH tag~b"),
            List.of("REPLACE " + ITEM, "PATCH tag~a", "PATCH tag~c"),
            List.of("CREATE", "PATCH tag~a", "PATCH tag~c"));
  }
}
