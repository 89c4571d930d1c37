package dev.cosmosblog.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.eq;
import static org.mockito.Mockito.doReturn;
import static org.mockito.Mockito.doThrow;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.times;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.models.PartitionKey;
import com.azure.cosmos.models.SqlQuerySpec;
import dev.cosmosblog.model.MalformedItemException;
import dev.cosmosblog.model.item.CommentItem;
import dev.cosmosblog.model.item.PendingItem;
import dev.cosmosblog.model.item.RemovedCopyItem;
import dev.cosmosblog.store.internal.item.ItemPlace;
import dev.cosmosblog.store.internal.item.StoredItem;
import dev.cosmosblog.store.internal.kernel.Kernel;
import dev.cosmosblog.store.internal.repository.PendingComments;
import dev.cosmosblog.testsupport.Invariant;
import dev.cosmosblog.testsupport.TestItems;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The queue of pending comments beside other writers of it. */
class PendingCommentsTest {
  private static final String QUEUE = "pending";
  private static final String NOTHING = "nothing";
  private static final String ID = PendingItem.idOf("post-1", "c1");

  private final MockedContainers blog = new MockedContainers().writesAreDone();
  private final CosmosContainer listings = mock();
  private final PendingComments queue = queue();

  private PendingComments queue() {
    when(listings.getId()).thenReturn("listings");
    blog.writesAreDone(listings);
    ItemPlace buckets = ItemPlace.ofPendingBuckets();
    blog.hasNot(listings, buckets.id(), buckets.partition());
    BlogDatabase database =
        blog.database(
            settings -> settings.containers(blog.users, blog.posts, blog.frontPage, listings));
    return Kernel.of(database).repositories(report -> {}).pendingComments().orElseThrow();
  }

  private static CommentItem comment(long editVersion) {
    return TestItems.comment("c1", "post-1")
        .by("user-ann")
        .at(TestItems.DATE)
        .edited(editVersion, editVersion == 0 ? null : TestItems.DATE)
        .hidden()
        .build();
  }

  private static PendingItem entry(long editVersion) {
    return PendingItem.of(comment(editVersion), QUEUE);
  }

  private static StoredItem stored(CommentItem comment) {
    return Responses.as(StoredItem.class, comment);
  }

  private static Map<String, Object> tombstone() {
    return Map.of("id", ID, "bucket", QUEUE, "type", "removedPost");
  }

  /** Reads return the states one after the other, and then the last again. */
  private void has(Object... states) {
    Deque<Object> left = new ArrayDeque<>(List.of(states));
    when(listings.readItem(eq(ID), eq(new PartitionKey(QUEUE)), any()))
        .thenAnswer(
            call -> {
              Object state = left.size() > 1 ? left.remove() : left.element();
              if (state.equals(NOTHING)) {
                throw CosmosFailure.of(404);
              }
              return Responses.toRead(call, state);
            });
  }

  private void isWritten(long editVersion, int times) {
    verify(listings, times(times)).replaceItem(eq(entry(editVersion)), eq(ID), any(), any());
  }

  @Test
  void aNewEntryIsCreated() {
    has(NOTHING);

    assertThat(queue.put(comment(1))).isTrue();

    verify(listings).createItem(eq(entry(1)), eq(new PartitionKey(QUEUE)), any());
  }

  @Test
  void anEntryThatAnotherHostCreatesAtTheSameTimeIsUpdated() {
    has(NOTHING, entry(0));
    doThrow(CosmosFailure.of(409)).when(listings).createItem(any(), any(), any());

    assertThat(queue.put(comment(1))).isTrue();

    isWritten(1, 1);
  }

  @Test
  @Invariant("I4")
  void anEntryIsNeverReplacedByAnOlderState() {
    has(entry(2));

    assertThat(queue.put(comment(1))).as("older").isFalse();
    assertThat(queue.put(comment(2))).as("the same").isTrue();
    verify(listings, never()).replaceItem(any(), any(), any(), any());

    doThrow(CosmosFailure.of(412))
        .doAnswer(call -> Responses.written(10))
        .when(listings)
        .replaceItem(any(), any(), any(), any());
    assertThat(queue.put(comment(3))).as("newer").isTrue();
    isWritten(3, 2);
  }

  @Test
  @Invariant("I9")
  void aTombstoneIsKept() {
    has(tombstone());

    assertThat(queue.put(comment(1))).isFalse();
    queue.remove(stored(comment(1)));

    verify(listings, never()).createItem(any(), any(), any());
    verify(listings, never()).replaceItem(any(), any(), any(), any());
  }

  @Test
  @Invariant("I10")
  void anItemThatIsNoEntryIsReported() {
    has(Map.of("id", ID, "bucket", QUEUE, "type", "other"));

    assertThatThrownBy(() -> queue.put(comment(1)))
        .isInstanceOf(MalformedItemException.class)
        .hasMessageContaining("expected a pending comment, but found an item of type 'other'");
  }

  /** Another host changes the entry between the read and the write. */
  @Test
  @Invariant("I9")
  void aDecisionLeavesATombstoneInPlaceOfTheLastState() {
    has(NOTHING, entry(1), entry(2));
    doThrow(CosmosFailure.of(409)).when(listings).createItem(any(), any(), any());
    doThrow(CosmosFailure.of(412))
        .doAnswer(call -> Responses.written(10))
        .when(listings)
        .replaceItem(any(), any(), any(), any());

    queue.remove(stored(comment(2)));

    verify(listings).createItem(any(RemovedCopyItem.class), any(), any());
    verify(listings, times(2)).replaceItem(any(RemovedCopyItem.class), eq(ID), any(), any());
    verify(listings, never()).queryItems(any(SqlQuerySpec.class), any(), any());
  }

  @Test
  @Invariant("I9")
  void anEntryIsFoundByItsIdIfTheDateIsUnreadable() {
    has(entry(1), tombstone());
    List<StoredItem> found =
        List.of(StoredItem.of(Map.of("id", ID, "bucket", QUEUE, "type", "pendingComment")));
    doReturn(Responses.pages(List.of(Responses.page(null, found))))
        .when(listings)
        .queryItems(any(SqlQuerySpec.class), any(), any());

    queue.remove(
        StoredItem.of(
            Map.of("id", "c1", "postId", "post-1", "type", "comment", "creationDate", "?")));

    verify(listings).replaceItem(any(RemovedCopyItem.class), eq(ID), any(), any());
  }
}
