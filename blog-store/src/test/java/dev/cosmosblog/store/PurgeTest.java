package dev.cosmosblog.store;

import static dev.cosmosblog.store.MockedContainers.POST;
import static dev.cosmosblog.store.MockedContainers.storedPost;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.atLeast;
import static org.mockito.Mockito.doAnswer;
import static org.mockito.Mockito.doThrow;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.times;
import static org.mockito.Mockito.verify;

import com.azure.cosmos.models.CosmosBatch;
import com.azure.cosmos.models.SqlQuerySpec;
import dev.cosmosblog.store.error.StoreException;
import dev.cosmosblog.store.internal.item.StoredItem;
import dev.cosmosblog.testsupport.Invariant;
import dev.cosmosblog.testsupport.TestItems;
import dev.cosmosblog.testsupport.Trap;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mockito.ArgumentCaptor;

/** The requests that delete the comments and likes of a deleted post. */
class PurgeTest {
  private final MockedContainers blog = new MockedContainers().writesAreDone();
  private final Deque<StoredItem> left = new ArrayDeque<>();

  /** A deleted post whose partition holds some comments; each done batch deletes its own. */
  private void comments(int count) {
    blog.has(blog.posts, "post-1", "post-1", TestItems.post("post-1").deleted().build());
    IntStream.range(0, count)
        .forEach(i -> left.add(StoredItem.of(Map.of("id", "c" + i, "type", "comment"))));
    doAnswer(
            call -> {
              SqlQuerySpec spec = call.getArgument(0);
              int size = spec.getParameters().get(0).getValue(Integer.class);
              return Responses.pages(
                  List.of(Responses.page(null, left.stream().limit(size).toList())));
            })
        .when(blog.posts)
        .queryItems(any(SqlQuerySpec.class), any(), any());
    doAnswer(
            call -> {
              CosmosBatch batch = call.getArgument(0);
              batch.getOperations().forEach(deleted -> left.remove());
              return Responses.batchDone(5);
            })
        .when(blog.posts)
        .executeCosmosBatch(any());
  }

  /** The sizes of the batches that were sent. */
  private List<Integer> batches() {
    ArgumentCaptor<CosmosBatch> batches = ArgumentCaptor.captor();
    verify(blog.posts, atLeast(0)).executeCosmosBatch(batches.capture());
    return batches.getAllValues().stream().map(batch -> batch.getOperations().size()).toList();
  }

  @Test
  void everythingIsDeletedInBatchesOfAHundred() {
    comments(250);

    assertThat(blog.repositories().posts().purge(POST, () -> true, items -> {})).isTrue();

    assertThat(left).isEmpty();
    assertThat(batches()).containsExactly(100, 100, 50);
  }

  @Test
  @Trap(15)
  void aPurgeEndsWhenItsTimeIsOverAndContinuesLater() {
    comments(250);
    Deque<Boolean> time = new ArrayDeque<>(List.of(true, false));

    assertThat(blog.repositories().posts().purge(POST, time::remove, items -> {})).isFalse();
    assertThat(left).hasSize(150);

    assertThat(blog.repositories().posts().purge(POST, () -> true, items -> {})).isTrue();
    assertThat(left).isEmpty();
  }

  @Test
  void aPurgeWithoutRemainingItemsIsDoneEvenIfItsTimeIsOver() {
    comments(0);

    assertThat(blog.repositories().posts().purge(POST, () -> false, items -> {})).isTrue();
  }

  @ParameterizedTest
  @ValueSource(ints = {408, 413})
  void aTooLargeBatchIsHalved(int status) {
    comments(60);
    var done = doThrow(CosmosFailure.of(status)).doThrow(CosmosFailure.of(status));
    done.doAnswer(
            call -> {
              CosmosBatch batch = call.getArgument(0);
              batch.getOperations().forEach(deleted -> left.remove());
              return Responses.batchDone(5);
            })
        .when(blog.posts)
        .executeCosmosBatch(any());

    assertThat(blog.repositories().posts().purge(POST, () -> true, items -> {})).isTrue();

    assertThat(batches()).containsExactly(60, 50, 25, 25, 10);
    assertThat(left).isEmpty();
  }

  @Test
  void aBatchOfOneThatIsRefusedFailsThePurge() {
    comments(3);
    doThrow(CosmosFailure.of(413)).when(blog.posts).executeCosmosBatch(any());
    var repositories = blog.repositories();

    assertThatThrownBy(() -> repositories.posts().purge(POST, () -> true, items -> {}))
        .isInstanceOf(StoreException.class);

    assertThat(batches()).startsWith(3).endsWith(1).hasSizeLessThan(10);
  }

  /** A replica that still shows the post alive may lack comments that were written before. */
  @Test
  @Invariant("I9")
  void aPurgeBeginsOnceAReplicaShowsThatThePostWasDeleted() {
    comments(3);
    doThrow(CosmosFailure.of(404))
        .doAnswer(call -> Responses.item(StoredItem.of(Map.of("type", "post")), 1))
        .doAnswer(call -> Responses.item(StoredItem.of(Map.of("deleted", true)), 1))
        .when(blog.posts)
        .readItem(any(), any(), any());

    assertThat(blog.patientRepositories().posts().purge(POST, () -> true, items -> {})).isTrue();

    verify(blog.posts, times(3)).readItem(any(), any(), any());
    assertThat(left).isEmpty();
  }

  @Test
  void aPostThatNoReplicaShowsAsDeletedIsNotPurged() {
    comments(3);
    blog.has(blog.posts, "post-1", "post-1", storedPost());
    var repositories = blog.repositories();

    assertThatThrownBy(() -> repositories.posts().purge(POST, () -> true, items -> {}))
        .isInstanceOf(StoreException.class);

    verify(blog.posts, never()).executeCosmosBatch(any());
  }
}
