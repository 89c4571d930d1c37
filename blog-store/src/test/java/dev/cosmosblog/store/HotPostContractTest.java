package dev.cosmosblog.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.models.CosmosBatch;
import com.azure.cosmos.models.CosmosBatchResponse;
import dev.cosmosblog.model.CommentId;
import dev.cosmosblog.model.Post;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.User;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.item.PostItem;
import dev.cosmosblog.store.command.CommandResult;
import dev.cosmosblog.store.command.CreateComment;
import dev.cosmosblog.store.command.LikePost;
import dev.cosmosblog.store.config.RetryPolicy;
import dev.cosmosblog.store.error.CommentsClosedException;
import dev.cosmosblog.store.error.IdTakenException;
import dev.cosmosblog.store.error.LogicalPartitionFullException;
import dev.cosmosblog.store.error.PostNotFoundException;
import dev.cosmosblog.store.error.StoreUnavailableException;
import dev.cosmosblog.store.observe.OperationReport;
import dev.cosmosblog.store.query.Visibility;
import dev.cosmosblog.testsupport.Backend;
import dev.cosmosblog.testsupport.Backend.Conditions;
import dev.cosmosblog.testsupport.Invariant;
import dev.cosmosblog.testsupport.Trap;
import dev.cosmoslocal.junit.LocalCosmosExtension;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Reactions to a post that come while a batch of it is under way go together in the next one, and
 * each has its own result.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HotPostContractTest {
  @RegisterExtension
  static final LocalCosmosExtension cosmos = Backend.onePartition(Conditions.SERVICE);

  private Blog blog;
  private PostId post;

  @BeforeAll
  void provision() {
    blog = Blog.on(cosmos);
  }

  @BeforeEach
  void newPost() {
    post = blog.newPost();
  }

  private static User user(int number) {
    return new User(UserId.of("user-" + number), "User " + number);
  }

  private Function<BlogStore, ?> like(int user) {
    return store -> store.likePost(LikePost.of(post, user(user))).alreadyDone();
  }

  private Function<BlogStore, ?> unlike(int user) {
    return store -> store.unlikePost(post, user(user).id()).alreadyDone();
  }

  private Function<BlogStore, ?> comment(int number, String text) {
    CommentId id = CommentId.of("comment-" + number);
    return store -> {
      CreateComment command = CreateComment.of(post, user(number), text).withId(id);
      CommandResult<?> result = store.createComment(command);
      return result.alreadyDone();
    };
  }

  private Crowd likes(Crowd crowd, int from, int to) {
    for (int user = from; user < to; user++) {
      crowd.and(like(user));
    }
    return crowd;
  }

  private void hasCounts(int comments, int likes) {
    PostItem stored = blog.stored(post);
    assertThat(stored.commentCount()).as("count of comments").isEqualTo(comments);
    assertThat(stored.likeCount()).as("count of likes").isEqualTo(likes);
    assertThat(blog.count(post, "comment")).as("comments").isEqualTo(comments);
    assertThat(blog.count(post, "like")).as("likes").isEqualTo(likes);
  }

  @Test
  @Invariant("I1")
  void likesDuringABatchShareTheNextOne() {
    try (Crowd crowd = likes(Crowd.on(blog), 0, 64)) {
      assertThat(crowd.results()).hasSize(64).containsOnly(false);

      assertThat(crowd.batches).containsExactly(2, 64);
      hasCounts(0, 64);
      assertThat(blog.stored(post).version()).as("one for each write").isEqualTo(2);
    }
  }

  @Test
  void theReportsShareTheCostOfTheirBatch() {
    try (Crowd crowd = likes(Crowd.on(blog), 0, 64)) {
      crowd.results();

      double charged = crowd.charges.stream().mapToDouble(Double::doubleValue).sum();
      assertThat(crowd.reports).hasSize(64);
      assertThat(crowd.reports.stream().mapToDouble(OperationReport::requestUnits).sum())
          .isCloseTo(charged, within(0.01));
      assertThat(crowd.reports.stream().mapToInt(OperationReport::requests).sum()).isEqualTo(2);
      assertThat(charged / 64).as("RU for a like").isLessThan(5.2);
      assertThat(crowd.reports.stream().map(OperationReport::requestUnits).distinct())
          .as("the first one's, and an equal share for all others")
          .hasSize(2);
    }
  }

  @Test
  @Invariant("I1")
  void commentsAndRemovalsShareOnePatchOfTheCounts() {
    blog.store().createComment(CreateComment.of(post, user(1), "?").withId(CommentId.of("old")));
    blog.store().likePost(LikePost.of(post, user(1)));
    try (Crowd crowd = Crowd.on(blog).and(like(0))) {
      crowd
          .and(comment(1, "Hm"))
          .and(unlike(1))
          .and(store -> store.deleteComment(post, CommentId.of("old")).alreadyDone())
          .and(comment(2, "Oh"));

      assertThat(crowd.results()).containsExactly(false, false, false, false, false);

      assertThat(crowd.batches).containsExactly(2, 1 + 1 + 2 + 1 + 1);
      hasCounts(2, 1);
    }
  }

  @Test
  @Invariant("I12")
  void aGroupForAHiddenPostRejectsNewReactionsAndRemovesOthers() {
    blog.store().likePost(LikePost.of(post, user(1)));
    CreateComment old = CreateComment.of(post, user(1), "?").withId(CommentId.of("old"));
    blog.store().createComment(old);
    try (Crowd crowd = Crowd.on(blog).and(like(0))) {
      crowd
          .and(unlike(1))
          .and(store -> store.likePost(LikePost.of(post, user(2))))
          .and(store -> store.deleteComment(post, CommentId.of("old")).alreadyDone());
      blog.store().hidePost(post);

      List<Object> results = crowd.results();

      assertThat(List.of(results.get(0), results.get(2)))
          .hasOnlyElementsOfType(PostNotFoundException.class);
      assertThat(List.of(results.get(1), results.get(3))).containsExactly(false, false);
      assertThat(crowd.batches).containsExactly(2, 5, 4);
    }
    Post left = blog.store().findPost(post, Visibility.ALL).orElseThrow();
    assertThat(left.commentCount() + left.likeCount()).isZero();
  }

  @Test
  @Invariant("I1")
  void aGroupForAPostWithClosedCommentsRejectsOnlyTheComments() {
    blog.store().likePost(LikePost.of(post, user(1)));
    CreateComment old = CreateComment.of(post, user(1), "?").withId(CommentId.of("comment-8"));
    blog.store().createComment(old);
    try (Crowd crowd = Crowd.on(blog).and(like(0))) {
      crowd.and(comment(1, "Hm")).and(like(2)).and(comment(2, "Oh")).and(like(3)).and(unlike(1));
      blog.store().closeComments(post);

      List<Object> results = crowd.results();

      assertThat(List.of(results.get(1), results.get(3)))
          .hasOnlyElementsOfType(CommentsClosedException.class);
      assertThat(List.of(results.get(0), results.get(2), results.get(4), results.get(5)))
          .containsOnly(false);
      assertThat(crowd.batches)
          .as("the group, and again without comments")
          .containsExactly(2, 6, 4);
      hasCounts(1, 3);
    }
  }

  /** The group was written, its response was lost, and then the comments were closed. */
  @Test
  @Invariant("I7")
  void aCommentOfALostGroupIsAlreadyDoneAfterTheClosing() {
    Crowd.Mishap lost =
        (real, batch) -> {
          real.executeCosmosBatch(batch);
          blog.store().closeComments(post);
          throw CosmosFailure.of(408);
        };
    try (Crowd crowd = Crowd.on(blog).batch(2, lost).and(like(0))) {
      crowd.and(comment(1, "Hm")).and(like(2)).and(comment(2, "Oh"));

      assertThat(crowd.results()).containsExactly(false, true, true, true);

      hasCounts(2, 2);
    }
  }

  @Test
  @Invariant("I7")
  void eachMemberOfAGroupGetsASessionTokenForItsWrite() {
    try (Crowd crowd = Crowd.on(blog).and(like(0))) {
      crowd.and(tokenOf(1)).and(tokenOf(2));

      List<Object> results = crowd.results();

      assertThat(crowd.batches).containsExactly(2, 3);
      assertThat(results.get(1))
          .asString()
          .startsWith("1~p0.")
          .isEqualTo(results.get(2).toString());
    }
  }

  private Function<BlogStore, ?> tokenOf(int user) {
    return store -> store.likePost(LikePost.of(post, user(user))).sessionToken();
  }

  @Test
  @Invariant("I2")
  void commandsOfOneUserForALikeKeepTheirOrder() {
    try (Crowd crowd = Crowd.on(blog).and(like(0))) {
      crowd.and(like(1)).and(unlike(1)).and(like(2)).and(like(1)).and(like(1)).and(unlike(2));

      assertThat(crowd.results()).containsExactly(false, false, false, false, false, true, false);

      hasCounts(0, 2);
      assertThat(crowd.batches).startsWith(2, 3, 3, 2);
    }
  }

  @Test
  @Trap({6, 7})
  void aRefusedMemberDoesNotAffectTheOthers() {
    blog.store().likePost(LikePost.of(post, user(1)));
    blog.store().createComment(CreateComment.of(post, user(7), "?").withId(CommentId.of("taken")));
    try (Crowd crowd = Crowd.on(blog).and(like(0))) {
      crowd
          .and(like(1))
          .and(like(2))
          .and(
              store ->
                  store.createComment(
                      CreateComment.of(post, user(8), "Mine").withId(CommentId.of("taken"))))
          .and(unlike(3))
          .and(like(4));

      List<Object> results = crowd.results();

      assertThat(results.get(3)).isInstanceOf(IdTakenException.class);
      assertThat(results).element(1).isEqualTo(true);
      assertThat(List.of(results.get(2), results.get(4), results.get(5)))
          .containsExactly(false, true, false);
      assertThat(crowd.batches).containsExactly(2, 6, 5, 4, 3);
      hasCounts(1, 4);
    }
  }

  @Test
  void aGroupWithManyRefusedMembersIsSplit() {
    for (int user = 1; user <= 9; user++) {
      blog.store().likePost(LikePost.of(post, user(user)));
    }
    try (Crowd crowd = likes(Crowd.on(blog), 0, 12)) {
      List<Object> results = crowd.results();

      assertThat(results.subList(1, 10)).containsOnly(true);
      assertThat(List.of(results.get(0), results.get(10), results.get(11))).containsOnly(false);
      assertThat(crowd.batches).as("five as a group, and one for each that is left").hasSize(12);
      hasCounts(0, 12);
    }
  }

  private static CosmosBatchResponse loseAnswer(CosmosContainer real, CosmosBatch batch) {
    real.executeCosmosBatch(batch);
    throw CosmosFailure.of(408);
  }

  @Test
  @Trap(6)
  @Invariant("I7")
  void aGroupWhoseResponseGotLostIsWrittenOnce() {
    try (Crowd crowd = likes(Crowd.on(blog).batch(2, HotPostContractTest::loseAnswer), 0, 20)) {
      List<Object> results = crowd.results();

      assertThat(results.subList(1, 20)).as("already done").containsOnly(true);
      hasCounts(0, 20);
      assertThat(crowd.batches).as("bounded").hasSizeLessThanOrEqualTo(2 + 5 + 19);
    }
  }

  @Test
  @Invariant("I7")
  void aLostGroupIsSentAgain() {
    Crowd.Mishap lost =
        (real, batch) -> {
          throw CosmosFailure.of(503, 10001);
        };
    try (Crowd crowd = likes(Crowd.on(blog).batch(2, lost), 0, 20)) {
      assertThat(crowd.results()).containsOnly(false);
      assertThat(crowd.batches).containsExactly(2, 20, 20);
      hasCounts(0, 20);
    }
  }

  @Test
  @Invariant("I7")
  void withoutRetriesTheMembersOfALostGroupFailSeparately() {
    RetryPolicy policy = RetryPolicy.standard().withMaxRetries(0);
    Crowd crowd = Crowd.on(blog, policy).batch(2, HotPostContractTest::loseAnswer);
    try (crowd) {
      assertThat(likes(crowd, 0, 5).results()).containsExactly(false, true, true, true, true);
      assertThat(crowd.batches).containsExactly(2, 5, 2, 2, 2, 2);
      hasCounts(0, 5);
    }
  }

  @Test
  void aThrottledGroupIsRetriedAsAWhole() {
    Crowd.Mishap throttled =
        (real, batch) -> {
          throw CosmosFailure.throttled(70);
        };
    try (Crowd crowd = likes(Crowd.on(blog).batch(2, throttled).batch(3, throttled), 0, 30)) {
      assertThat(crowd.results()).containsOnly(false);
      assertThat(crowd.batches).containsExactly(2, 30, 30, 30);
      assertThat(crowd.reports.stream().mapToInt(OperationReport::retries).sum()).isEqualTo(2);
      hasCounts(0, 30);
    }
  }

  @Test
  void aFailureThatOneMemberMayHaveCausedMakesEachRetryAlone() {
    Crowd.Mishap full =
        (real, batch) -> {
          throw CosmosFailure.of(403, 1014);
        };
    Crowd crowd = Crowd.on(blog).batch(2, full);
    try (crowd) {
      // The group, its first member alone, and then the others in any order.
      crowd.batch(3, full);
      List<Object> results = likes(crowd, 0, 6).results();

      assertThat(results).filteredOn(LogicalPartitionFullException.class::isInstance).hasSize(1);
      assertThat(results).filteredOn(Boolean.FALSE::equals).hasSize(5);
      hasCounts(0, 5);
    }
  }

  @Test
  @Trap(9)
  void aPostDeletedMeanwhileIsNotFoundByTheWholeGroup() {
    try (Crowd crowd = likes(Crowd.on(blog), 0, 10)) {
      blog.store().deletePost(post);

      assertThat(crowd.results()).hasSize(10).hasOnlyElementsOfType(PostNotFoundException.class);
      assertThat(crowd.batches).containsExactly(2, 10);
      assertThat(blog.count(post, "like")).isZero();
    }
  }

  @Test
  void aGroupHasAtMostAHundredOperations() {
    try (Crowd crowd = likes(Crowd.on(blog), 0, 151)) {
      assertThat(crowd.results()).containsOnly(false);
      assertThat(crowd.batches).containsExactly(2, 100, 52);
      hasCounts(0, 151);
    }
  }

  @Test
  void aGroupIsSmallerThanTheMaximumBatch() {
    String long10K = "?".repeat(10_000);
    try (Crowd crowd = Crowd.on(blog)) {
      for (int i = 0; i < 60; i++) {
        crowd.and(comment(i, long10K));
      }
      assertThat(crowd.results()).containsOnly(false);
      assertThat(crowd.batches).hasSize(3).allMatch(size -> size < 60);
      hasCounts(60, 0);
    }
  }

  @Test
  void anInterruptedCallerStopsWaitingWithoutAffectingOthers() {
    try (Crowd crowd = likes(Crowd.on(blog), 0, 3)) {
      crowd.interrupt(1);
      assertThat(crowd.result(1)).as("its own batch, while the first is held").isNotNull();

      List<Object> results = crowd.results();

      assertThat(results.get(0)).isEqualTo(false);
      assertThat(results.get(2)).isEqualTo(false);
      assertThat(blog.store().likePost(LikePost.of(post, user(1)))).isNotNull();
      hasCounts(0, 3);
    }
  }

  @Test
  @Invariant("I2")
  void aCallerThatLeavesItsGroupDuringTheRequestIsCountedOnce() {
    try (Crowd crowd = likes(Crowd.on(blog).hold(2), 0, 4)) {
      crowd.letGo();
      crowd.awaitHeld();
      crowd.interrupt(2);
      assertThat(crowd.result(2)).as("its own batch, while the group is held").isNotNull();

      List<Object> results = crowd.results();

      assertThat(List.of(results.get(0), results.get(1), results.get(3))).containsOnly(false);
      assertThat(blog.store().likePost(LikePost.of(post, user(2)))).isNotNull();
      hasCounts(0, 4);
    }
  }

  @Test
  void aCallWithATimeoutDoesNotWaitForItsGroup() {
    try (Crowd crowd = likes(Crowd.on(blog).hold(2), 0, 2)) {
      crowd.and(
          store -> store.withTimeout(Duration.ofMillis(200)).likePost(LikePost.of(post, user(2))));
      crowd.letGo();
      crowd.awaitHeld();

      assertThat(crowd.result(2)).isInstanceOf(StoreUnavailableException.class);

      assertThat(crowd.results().subList(0, 2)).containsOnly(false);
    }
  }

  @Test
  void callersWaitNoLongerThanTheirRetryDeadline() {
    Crowd crowd = Crowd.on(blog, RetryPolicy.standard().withDeadline(Duration.ofMillis(50)));
    try (crowd) {
      likes(crowd, 0, 3);
      assertThat(crowd.result(1)).isEqualTo(false);
      assertThat(crowd.result(2)).isEqualTo(false);
      assertThat(crowd.batches).containsExactly(2, 2, 2);
      crowd.results();
      hasCounts(0, 3);
    }
  }

  @Test
  @Invariant("I7")
  void aMemberWaitsForItsGroupSoThatALaterRemovalWins() {
    RetryPolicy policy = RetryPolicy.standard().withDeadline(Duration.ofSeconds(1));
    try (Crowd crowd = likes(Crowd.on(blog, policy).hold(2), 0, 3)) {
      crowd.letGo();
      crowd.awaitHeld();
      assertThat(crowd.ends(2, Duration.ofMillis(1_500)))
          .as("answered, while its group may still write")
          .isFalse();

      assertThat(crowd.results()).containsOnly(false);

      assertThat(blog.store().unlikePost(post, user(2).id()).alreadyDone()).isFalse();
      hasCounts(0, 2);
    }
  }

  @Test
  @Invariant("I7")
  void aReactionThatALostGroupMayHaveWrittenIsNeverReportedAsNotDone() {
    Crowd.Mishap throttled =
        (real, batch) -> {
          throw CosmosFailure.throttled(1);
        };
    Crowd crowd = Crowd.on(blog, RetryPolicy.standard().withMaxRetries(0));
    try (crowd) {
      crowd.batch(2, HotPostContractTest::loseAnswer);
      for (int own = 3; own <= 6; own++) {
        crowd.batch(own, throttled);
      }
      List<Object> results = likes(crowd, 0, 5).results();

      assertThat(results.subList(1, 5)).hasOnlyElementsOfType(StoreUnavailableException.class);
      hasCounts(0, 5);
    }
  }

  @Test
  void onlyTheCallerPastItsDeadlineLeavesAThrottledGroup() {
    Crowd.Mishap throttled =
        (real, batch) -> {
          throw CosmosFailure.throttled(1);
        };
    Crowd crowd = Crowd.on(blog, RetryPolicy.standard().withMaxRetries(0));
    try (crowd) {
      crowd.batch(2, throttled);
      assertThat(likes(crowd, 0, 6).results()).containsOnly(false);

      assertThat(crowd.batches).containsExactlyInAnyOrder(2, 6, 2, 5);
      hasCounts(0, 6);
    }
  }

  @Test
  void aFailingLeaderHandsOverToTheNext() {
    Crowd.Mishap death =
        (real, batch) -> {
          throw new LinkageError("told by a test");
        };
    try (Crowd crowd = likes(Crowd.on(blog).batch(2, death), 0, 5)) {
      List<Object> results = crowd.results();

      assertThat(results.get(1)).isInstanceOf(LinkageError.class);
      assertThat(List.of(results.get(0), results.get(2), results.get(3), results.get(4)))
          .containsOnly(false);
      assertThat(crowd.store.likePost(LikePost.of(post, user(1))).alreadyDone()).isFalse();
      hasCounts(0, 5);
    }
  }

  @Test
  void aBatchDoesNotDelayOtherPosts() {
    PostId other = blog.newPost();
    try (Crowd crowd = Crowd.on(blog).and(like(0))) {
      assertThat(crowd.store.likePost(LikePost.of(other, user(0))).alreadyDone()).isFalse();
      crowd.results();
    }
  }
}
