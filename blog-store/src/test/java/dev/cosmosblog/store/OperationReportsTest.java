package dev.cosmosblog.store;

import static dev.cosmosblog.store.MockedContainers.ANN;
import static dev.cosmosblog.store.MockedContainers.NOW_TEXT;
import static dev.cosmosblog.store.MockedContainers.POST;
import static dev.cosmosblog.store.MockedContainers.ann;
import static dev.cosmosblog.store.MockedContainers.storedPost;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.doAnswer;
import static org.mockito.Mockito.doThrow;

import dev.cosmosblog.model.item.LikeItem;
import dev.cosmosblog.model.item.PostItem;
import dev.cosmosblog.store.command.EditPost;
import dev.cosmosblog.store.command.LikePost;
import dev.cosmosblog.store.config.RetryPolicy;
import dev.cosmosblog.store.error.PostNotFoundException;
import dev.cosmosblog.store.error.StoreUnavailableException;
import dev.cosmosblog.store.error.UserNotFoundException;
import dev.cosmosblog.store.internal.cosmos.CallConfig;
import dev.cosmosblog.store.internal.cosmos.Operations;
import dev.cosmosblog.store.observe.BlogOperation;
import dev.cosmosblog.store.observe.ItemVersion;
import dev.cosmosblog.store.observe.OperationListener;
import dev.cosmosblog.store.observe.OperationOutcome;
import dev.cosmosblog.store.observe.OperationReport;
import dev.cosmosblog.store.spi.RetryTimer;
import dev.cosmosblog.testsupport.TestItems;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class OperationReportsTest {
  private static final Duration DEADLINE = Duration.ofSeconds(30);

  private final MockedContainers blog = new MockedContainers().withAnn().writesAreDone();

  @Test
  void everyListenerIsCalledOncePerOperation() {
    List<OperationReport> second = new ArrayList<>();
    BlogStore store = blog.store(settings -> settings.listener(second::add));
    store.likePost(LikePost.of(POST, ANN));
    store.findUser(ANN);
    assertThat(blog.reports).isEqualTo(second).hasSize(2);
    assertThat(blog.reports)
        .extracting(OperationReport::operation)
        .containsExactly(BlogOperation.LIKE_POST, BlogOperation.FIND_USER);
  }

  @Test
  void aReportAddsUpTheChargesOfItsRequests() {
    blog.store().likePost(LikePost.of(POST, ANN));
    assertThat(blog.report().requestUnits()).isEqualTo(1.0 + 16.0);
    assertThat(blog.report().requests()).isEqualTo(2);
    assertThat(blog.report().outcome()).isEqualTo(OperationOutcome.DONE);
    assertThat(blog.report().duration()).isPositive();
  }

  @Test
  void failedRequestsAreCharged() {
    blog.hasNot(blog.posts, "post-1", "post-1");
    blog.store().findPost(POST);
    assertThat(blog.report().requestUnits()).isEqualTo(CosmosFailure.CHARGE);
    assertThat(blog.report().outcome()).isEqualTo(OperationOutcome.DONE);
  }

  @Test
  void theDurationIsFromTheCallToItsEnd() {
    AtomicLong nanos = new AtomicLong();
    List<OperationReport> reports = new ArrayList<>();
    Operations operations =
        new Operations(
            List.of(reports::add),
            CallConfig.of(
                RetryPolicy.none(),
                new RetryTimer(() -> nanos.getAndAdd(2_500_000), () -> 0, time -> {})));
    assertThat(operations.<String>run(BlogOperation.FIND_USER, meter -> "found"))
        .isEqualTo("found");
    assertThat(reports)
        .containsExactly(
            new OperationReport(
                BlogOperation.FIND_USER,
                0,
                0,
                0,
                Duration.ofNanos(5_000_000),
                OperationOutcome.DONE,
                Optional.empty(),
                List.of()));
  }

  /** Records the events of its scopes. */
  private static OperationListener recorder(List<String> events) {
    return new OperationListener() {
      @Override
      public void onOperation(OperationReport report) {
        events.add(report.operation().name());
      }

      @Override
      public Scope begin(BlogOperation operation) {
        return new Scope() {
          @Override
          public RequestScope request(String action) {
            return report ->
                events.add(
                    "%s, attempt %d: %d".formatted(action, report.attempt(), report.statusCode()));
          }

          @Override
          public void wrote(ItemVersion item) {
            events.add(item.toString());
          }

          @Override
          public void end(OperationReport report) {
            onOperation(report);
          }
        };
      }
    };
  }

  @Test
  void aScopeReceivesEachAttemptOfARequestAndWhatTheCommandWrote() {
    List<String> events = new ArrayList<>();
    BlogStore store =
        blog.store(
            settings ->
                settings
                    .retryPolicy(new RetryPolicy(1, Duration.ZERO, Duration.ZERO, DEADLINE))
                    .listener(recorder(events)));
    doThrow(CosmosFailure.of(503))
        .doAnswer(call -> Responses.batchDone(16))
        .when(blog.posts)
        .executeCosmosBatch(any());

    store.likePost(LikePost.of(POST, ANN));
    store.likePost(LikePost.of(POST, ANN));

    assertThat(events)
        .containsSubsequence(
            "read in users, attempt 1: 200",
            "batch in posts, attempt 1: 503",
            "batch in posts, attempt 2: 200",
            new ItemVersion(POST.value(), LikeItem.idOf(ANN), 0).toString(),
            "LIKE_POST",
            "batch in posts, attempt 1: 200");
  }

  @Test
  void aFailedCommandWroteNothing() {
    List<String> events = new ArrayList<>();
    BlogStore store = blog.store(settings -> settings.listener(recorder(events)));
    doThrow(CosmosFailure.of(503)).when(blog.posts).executeCosmosBatch(any());

    assertThatThrownBy(() -> store.likePost(LikePost.of(POST, ANN)))
        .isInstanceOf(StoreUnavailableException.class);

    assertThat(events)
        .contains("batch in posts, attempt 1: 503", "LIKE_POST")
        .noneMatch(line -> line.startsWith("ItemVersion"));
  }

  @Test
  void anEditThatWasDoneBeforeWroteNothing() {
    List<String> events = new ArrayList<>();
    BlogStore store = blog.store(settings -> settings.listener(recorder(events)));
    PostItem edited = TestItems.post(storedPost()).title("New").edited(1, NOW_TEXT).build();
    blog.has(blog.posts, "post-1", "post-1", edited);
    doAnswer(call -> Responses.item(edited, 10))
        .doThrow(CosmosFailure.of(412))
        .when(blog.posts)
        .patchItem(any(), any(), any(), any(), any());
    EditPost edit = EditPost.of(POST).title("New").ifVersion(0);

    store.editPost(edit);
    assertThat(events).contains(new ItemVersion(POST.value(), POST.value(), 5).toString());

    events.clear();
    assertThat(store.editPost(edit).alreadyDone()).isTrue();
    assertThat(events).contains("EDIT_POST").noneMatch(line -> line.startsWith("ItemVersion"));
  }

  private static void fail(OperationReport report) {
    throw new IllegalStateException("told by a test");
  }

  @Test
  void aListenerThatThrowsIsHarmless() {
    BlogStore store =
        BlogStore.on(
            BlogDatabase.builder()
                .containers(blog.users, blog.posts, blog.frontPage)
                .listener(OperationReportsTest::fail)
                .listener(blog.reports::add)
                .build());
    assertThat(store.findUser(ANN)).contains(ann());
    assertThat(blog.reports).hasSize(1);
  }

  @Test
  void aListenerThatThrowsDoesNotHideAFailure() {
    blog.hasNot(blog.users, "user-ann", "user-ann");
    BlogStore store = blog.store(settings -> settings.listener(OperationReportsTest::fail));
    assertThatThrownBy(() -> store.likePost(LikePost.of(POST, ANN)))
        .isInstanceOf(UserNotFoundException.class);
  }

  @Test
  void eachOutcomeIsReported() {
    BlogStore store = blog.store();
    blog.has(blog.posts, "post-1", "post-1", storedPost());
    store.findPost(POST);
    blog.noUserIsNewer();
    store.renameUser(ANN, "Ann");
    assertThatThrownBy(() -> store.editPost(new EditPost(POST, "", "")))
        .isInstanceOf(PostNotFoundException.class);
    doThrow(CosmosFailure.of(503)).when(blog.posts).executeCosmosBatch(any());
    assertThatThrownBy(() -> store.likePost(LikePost.of(POST, ANN)))
        .isInstanceOf(StoreUnavailableException.class);
    assertThat(blog.reports)
        .extracting(OperationReport::outcome)
        .containsExactly(
            OperationOutcome.DONE,
            OperationOutcome.ALREADY_DONE,
            OperationOutcome.REJECTED,
            OperationOutcome.FAILED);
  }

  @Test
  void aFailedOperationReportsItsExceptionWithStatusAndSubstatus() {
    BlogStore store = blog.store();
    doThrow(CosmosFailure.of(503)).when(blog.posts).executeCosmosBatch(any());
    StoreUnavailableException thrown =
        catchThrowableOfType(
            StoreUnavailableException.class, () -> store.likePost(LikePost.of(POST, ANN)));
    assertThat(blog.report().failure()).containsSame(thrown);
    assertThat(blog.report().statusCode()).isEqualTo(503);
    assertThat(blog.report().subStatusCode()).isEqualTo(thrown.subStatusCode());
  }

  @Test
  void aRejectedOperationReportsItsExceptionWithoutStatus() {
    BlogStore store = blog.store();
    assertThatThrownBy(() -> store.editPost(new EditPost(POST, "", "")))
        .isSameAs(blog.report().failure().orElseThrow());
    assertThat(blog.report().statusCode()).isZero();
  }

  /** Writes what it is called for to a list that others share. */
  private record Wrapping(String name, List<String> events) implements OperationListener {
    @Override
    public void onOperation(OperationReport report) {
      events.add(name + " reports");
    }

    @Override
    public Scope begin(BlogOperation operation) {
      events.add(name + " begins " + operation);
      return report -> events.add(name + " ends " + report.outcome());
    }
  }

  @Test
  void scopesOfListenersEndInReverseOrder() {
    List<String> events = new ArrayList<>();
    Operations operations =
        new Operations(
            List.of(
                new Wrapping("first", events),
                report -> events.add("a lambda reports"),
                new Wrapping("last", events)),
            CallConfig.of(RetryPolicy.none(), RetryTimer.REAL));
    operations.run(BlogOperation.FIND_USER, call -> events.add("a request"));
    assertThat(events)
        .containsExactly(
            "first begins FIND_USER",
            "last begins FIND_USER",
            "a request",
            "last ends DONE",
            "a lambda reports",
            "first ends DONE");
  }

  @Test
  void aListenerThatThrowsAtTheBeginIsHarmlessAndNotCalledAtTheEnd() {
    List<String> events = new ArrayList<>();
    OperationListener thrower =
        new OperationListener() {
          @Override
          public void onOperation(OperationReport report) {
            events.add("the thrower reports");
          }

          @Override
          public Scope begin(BlogOperation operation) {
            throw new IllegalStateException("thrown by a test");
          }
        };
    BlogStore store =
        blog.store(settings -> settings.listener(thrower).listener(new Wrapping("other", events)));
    assertThat(store.findUser(ANN)).contains(ann());
    assertThat(events).containsExactly("other begins FIND_USER", "other ends DONE");
  }
}
