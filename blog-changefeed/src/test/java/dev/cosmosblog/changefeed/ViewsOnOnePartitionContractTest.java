package dev.cosmosblog.changefeed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cosmosblog.changefeed.view.PostChange;
import dev.cosmosblog.changefeed.view.PostChange.Kind;
import dev.cosmosblog.changefeed.view.ViewFailedException;
import dev.cosmosblog.model.Comment;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.store.command.CreateComment;
import dev.cosmosblog.store.command.CreatePost;
import dev.cosmosblog.store.command.LikePost;
import dev.cosmosblog.store.query.PageRequest;
import dev.cosmosblog.testsupport.Backend;
import dev.cosmosblog.testsupport.Invariant;
import dev.cosmoslocal.junit.LocalCosmosExtension;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * A view where all changes come from one range, in one batch; {@link ViewsContractTest} has all.
 */
class ViewsOnOnePartitionContractTest {
  @RegisterExtension static final LocalCosmosExtension cosmos = Backend.onePartition();

  private static final UserId ANN = UserId.of("ann");
  private static final List<PostId> POSTS =
      Stream.of("p1", "p2", "p3", "p4").map(PostId::of).toList();

  private final Map<PostId, PostChange> told = new LinkedHashMap<>();
  private TestBlog blog;

  @BeforeEach
  void aBlogWithPosts() {
    blog = TestBlog.on(cosmos);
    blog.createUser(ANN, "Ann");
    POSTS.forEach(id -> blog.store.createPost(CreatePost.of(ANN, "Title", "Content").withId(id)));
  }

  @Test
  @Invariant("I15")
  void eachPostOfABatchArrivesOnceInItsLatestStateWithItsComments() {
    SteppedChangeFeed changeFeed = changeFeed(PostId.of("none"));
    blog.store.createComment(CreateComment.of(POSTS.get(0), ANN, "Nice"));
    blog.store.likePost(LikePost.of(POSTS.get(1), ANN));
    blog.store.hidePost(POSTS.get(2));
    blog.store.deletePost(POSTS.get(3));

    changeFeed.drain();

    assertThat(told.values())
        .extracting(PostChange::kind)
        .containsExactlyInAnyOrder(Kind.CHANGED, Kind.CHANGED, Kind.HIDDEN, Kind.DELETED);
    assertThat(told.get(POSTS.get(0)).comments())
        .extracting(Comment::content)
        .containsExactly("Nice");
    assertThat(told.get(POSTS.get(1)).likes()).hasSize(1);
    assertThat(told.get(POSTS.get(1)).post()).isEqualTo(blog.store.findPost(POSTS.get(1)));
  }

  @Test
  @Invariant("I15")
  void aPostThatTheViewRejectsDoesNotBlockItsBatch() {
    SteppedChangeFeed changeFeed = changeFeed(POSTS.get(1));

    for (int i = 1; i < 3; i++) {
      assertThatThrownBy(changeFeed::drain).isInstanceOf(ViewFailedException.class);
      assertThat(told).hasSize(3);
    }
    changeFeed.drain();

    assertThat(changeFeed.deadLetters().page(PageRequest.first(10)).items())
        .extracting(letter -> letter.key().itemId())
        .containsExactly(POSTS.get(1).value());
  }

  /** As a new host, and as a view that is built again. */
  @Test
  @Invariant("I15")
  void aRewoundViewResetsTheFailureCounts() {
    SteppedChangeFeed changeFeed = changeFeed(POSTS.get(1));
    for (int i = 1; i < 3; i++) {
      assertThatThrownBy(changeFeed::drain).isInstanceOf(ViewFailedException.class);
    }

    changeFeed.rewind();

    for (int i = 1; i < 3; i++) {
      assertThatThrownBy(changeFeed::drain).isInstanceOf(ViewFailedException.class);
    }
    assertThat(changeFeed.deadLetters().page(PageRequest.first(10)).items()).isEmpty();
    changeFeed.drain();
    assertThat(changeFeed.deadLetters().page(PageRequest.first(10)).items()).hasSize(1);
  }

  private SteppedChangeFeed changeFeed(PostId refused) {
    return blog.changeFeed()
        .view(
            "posts",
            changes -> {
              if (changes.stream().anyMatch(change -> change.id().equals(refused))) {
                throw new IllegalStateException("of the host");
              }
              changes.forEach(change -> told.put(change.id(), change));
            })
        .buildStepped();
  }
}
