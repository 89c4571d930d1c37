package dev.cosmosblog.changefeed.internal.handler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyInt;
import static org.mockito.ArgumentMatchers.eq;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.times;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmosblog.changefeed.SteppedClock;
import dev.cosmosblog.changefeed.internal.handler.ScheduleHandler.ScheduleNotes;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.store.error.SdkFailureException;
import dev.cosmosblog.store.error.StoreException.Failure;
import dev.cosmosblog.store.error.StoreRejectedException;
import dev.cosmosblog.store.error.StoreUnavailableException;
import dev.cosmosblog.store.internal.kernel.LeaseDocuments;
import dev.cosmosblog.store.internal.repository.StatusChanges;
import dev.cosmosblog.testsupport.Invariant;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mockito.ArgumentCaptor;

/** Failures while due posts are published. */
class ScheduleHandlerTest {
  private static final Instant TIME = Instant.parse("2026-01-01T00:00:00Z");
  private static final PostId FIRST = PostId.of("first");
  private static final PostId SECOND = PostId.of("second");

  private final LeaseDocuments documents = mock();
  private final StatusChanges statuses = mock();
  private final List<String> deadLetters = new ArrayList<>();
  private final ScheduleNotes notes = new ScheduleNotes(documents, "posts");
  private final ScheduleHandler handler =
      new ScheduleHandler(
          statuses,
          notes,
          (item, author, failure) -> deadLetters.add(item.id()),
          new SteppedClock());

  @BeforeEach
  void twoPostsAreDue() {
    notes.write(FIRST, TIME);
    notes.write(SECOND, TIME);
    ArgumentCaptor<Object> written = ArgumentCaptor.captor();
    verify(documents, times(2)).write(any(), written.capture());
    List<JsonNode> stored = written.getAllValues().stream().map(JsonNode.class::cast).toList();
    when(documents.between(any(), any(), anyInt(), eq(JsonNode.class))).thenReturn(stored);
    when(statuses.publishScheduled(SECOND, TIME)).thenReturn(true);
  }

  private void publicationFails(RuntimeException failure) {
    when(statuses.publishScheduled(FIRST, TIME)).thenThrow(failure);
  }

  private static Failure failure(int status, boolean isWrite) {
    return new Failure("a request", status, 0, null, false, isWrite, null);
  }

  private void firstIsDueAgain() {
    verify(documents, times(1)).delete(any(), any());
    assertThat(deadLetters).isEmpty();
  }

  @Test
  @Invariant("I13")
  void anOutageDelaysOnePostAndNoOther() {
    publicationFails(new StoreUnavailableException(failure(503, true)));

    assertThatThrownBy(handler::publishDue).isInstanceOf(StoreUnavailableException.class);

    verify(statuses).publishScheduled(SECOND, TIME);
    firstIsDueAgain();
  }

  @Test
  @Invariant("I13")
  void aFailureForAnOperatorIsThrownAfterTheOtherPosts() {
    publicationFails(new StoreRejectedException(failure(400, false)));

    assertThatThrownBy(handler::publishDue).isInstanceOf(StoreRejectedException.class);

    verify(statuses).publishScheduled(SECOND, TIME);
    firstIsDueAgain();
  }

  @Test
  @Invariant("I13")
  void aFailureOfOnePostIsLoggedOnly() {
    publicationFails(new SdkFailureException(failure(0, true)));

    assertThat(handler.publishDue()).isEqualTo(1);

    firstIsDueAgain();
  }

  @Test
  @Invariant("I13")
  void aPostThatCannotBeWrittenIsDeadLettered() {
    publicationFails(new StoreRejectedException(failure(413, true)));

    assertThat(handler.publishDue()).isEqualTo(1);

    assertThat(deadLetters).containsExactly("first");
    verify(documents, times(2)).delete(any(), any());
  }

  @Test
  @Invariant("I13")
  void aHostThatIsClosingLeavesDuePosts() {
    handler.stopWaiting();

    assertThat(handler.publishDue()).isZero();

    verify(statuses, never()).publishScheduled(any(), any());
  }
}
