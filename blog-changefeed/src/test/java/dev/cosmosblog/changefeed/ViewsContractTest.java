package dev.cosmosblog.changefeed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cosmosblog.changefeed.DeadLetters.ReplayReport;
import dev.cosmosblog.changefeed.observe.DeadLetter;
import dev.cosmosblog.changefeed.view.BlogView;
import dev.cosmosblog.changefeed.view.PostChange;
import dev.cosmosblog.changefeed.view.PostChange.Kind;
import dev.cosmosblog.changefeed.view.UserChange;
import dev.cosmosblog.changefeed.view.ViewFailedException;
import dev.cosmosblog.model.Comment;
import dev.cosmosblog.model.Like;
import dev.cosmosblog.model.Post;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.store.command.CreateComment;
import dev.cosmosblog.store.command.CreatePost;
import dev.cosmosblog.store.command.EditPost;
import dev.cosmosblog.store.command.EraseUser;
import dev.cosmosblog.store.command.LikePost;
import dev.cosmosblog.store.query.PageRequest;
import dev.cosmosblog.testsupport.Backend;
import dev.cosmosblog.testsupport.Backend.Conditions;
import dev.cosmosblog.testsupport.Invariant;
import dev.cosmoslocal.junit.LocalCosmosExtension;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The changes that a custom view receives, and the handling of one that fails. */
class ViewsContractTest {
  private static final UserId ANN = UserId.of("ann");
  private static final UserId BEN = UserId.of("ben");
  private static final PostId P1 = PostId.of("p1");
  private static final PostId P2 = PostId.of("p2");

  @RegisterExtension
  static final LocalCosmosExtension cosmos = Backend.fivePartitions(Conditions.SERVICE);

  private TestBlog blog;
  private Posts view;
  private SteppedChangeFeed changeFeed;

  @BeforeEach
  void aBlogWithAView() {
    blog = TestBlog.on(cosmos);
    view = new Posts();
    changeFeed = blog.changeFeed().view("posts", view).buildStepped();
    blog.createUser(ANN, "Ann");
    blog.createUser(BEN, "Ben");
  }

  /** The posts that readers see, and what came before them. */
  private static final class Posts implements BlogView.WithUsers {
    private final Map<PostId, Post> shown = new HashMap<>();
    private final List<PostChange> changes = new ArrayList<>();
    private final List<UserChange> users = new ArrayList<>();
    private final Set<PostId> refused = new HashSet<>();

    @Override
    public void onPosts(List<PostChange> batch) {
      for (PostChange change : batch) {
        if (refused.contains(change.id())) {
          throw new IllegalStateException("of the host");
        }
      }
      changes.addAll(batch);
      for (PostChange change : batch) {
        shown.remove(change.id());
        change.post().ifPresent(post -> shown.put(change.id(), post));
      }
    }

    @Override
    public void onUsers(List<UserChange> batch) {
      users.addAll(batch);
    }

    PostChange last() {
      return changes.get(changes.size() - 1);
    }
  }

  private void post(PostId id) {
    blog.store.createPost(CreatePost.of(ANN, "Title", "Content").withId(id));
  }

  private Optional<Post> stored(PostId id) {
    return blog.store.findPost(id);
  }

  private List<DeadLetter> deadLetters() {
    return changeFeed.deadLetters().page(PageRequest.first(100)).items();
  }

  @Test
  @Invariant("I15")
  void aViewReceivesANewPostItsEditAndItsDeletion() {
    post(P1);
    changeFeed.drain();
    assertThat(view.last().kind()).isEqualTo(Kind.PUBLISHED);
    assertThat(view.last().post()).isEqualTo(stored(P1));
    long version = view.last().version();

    blog.store.editPost(new EditPost(P1, "New title", "New content"));
    changeFeed.drain();
    assertThat(view.last().kind()).isEqualTo(Kind.CHANGED);
    assertThat(view.last().post()).isEqualTo(stored(P1));
    assertThat(view.last().version()).isGreaterThan(version);
    version = view.last().version();

    blog.store.deletePost(P1);
    changeFeed.drain();
    assertThat(view.last().kind()).isEqualTo(Kind.DELETED);
    assertThat(view.last().author()).isEqualTo(ANN);
    assertThat(view.last().post()).isEmpty();
    assertThat(view.last().version()).isGreaterThan(version);
    assertThat(view.shown).isEmpty();
  }

  @Test
  @Invariant("I15")
  void aHiddenPostIsRemovedFromTheViewUntilItIsShown() {
    post(P1);
    changeFeed.drain();

    blog.store.hidePost(P1);
    changeFeed.drain();
    assertThat(view.last().kind()).isEqualTo(Kind.HIDDEN);
    assertThat(view.shown).isEmpty();

    blog.store.showPost(P1);
    changeFeed.drain();
    assertThat(view.last().kind()).isEqualTo(Kind.CHANGED);
    assertThat(view.shown.get(P1)).isEqualTo(stored(P1).orElseThrow());
  }

  @Test
  void commentsAndLikesArriveWithTheirPost() {
    post(P1);
    changeFeed.drain();

    blog.store.createComment(CreateComment.of(P1, BEN, "Nice"));
    blog.store.likePost(LikePost.of(P1, BEN));
    changeFeed.drain();

    assertThat(view.last().comments()).extracting(Comment::content).containsExactly("Nice");
    assertThat(view.last().likes()).extracting(Like::userId).containsExactly(BEN);
    assertThat(view.last().post()).isEqualTo(stored(P1));
  }

  @Test
  void aCommentArrivesWithTheLatestStateOfItsPost() {
    post(P1);
    blog.store.createComment(CreateComment.of(P1, BEN, "Nice"));
    blog.store.likePost(LikePost.of(P1, ANN));
    SteppedChangeFeed byOnes = blog.changeFeed().batchSize(1).view("posts", view).buildStepped();

    byOnes.drain("posts");

    assertThat(view.changes)
        .anySatisfy(change -> assertThat(change.comments()).hasSize(1))
        .allSatisfy(change -> assertThat(change.post()).isEqualTo(stored(P1)));
  }

  @Test
  @Invariant("I15")
  void aRenameArrivesAsANewVersionOfEachPost() {
    post(P1);
    changeFeed.drain();
    long version = view.last().version();

    blog.store.renameUser(ANN, "Anna");
    changeFeed.drain();

    assertThat(view.shown.get(P1).userUsername()).isEqualTo("Anna");
    assertThat(view.last().version()).isGreaterThan(version);
    assertThat(view.users)
        .filteredOn(user -> user.id().equals(ANN))
        .first()
        .satisfies(user -> assertThat(user.kind()).isEqualTo(UserChange.Kind.CREATED));
    assertThat(view.users)
        .filteredOn(user -> user.id().equals(ANN))
        .last()
        .satisfies(user -> assertThat(user.kind()).isEqualTo(UserChange.Kind.CHANGED))
        .satisfies(user -> assertThat(user.user().orElseThrow().username()).isEqualTo("Anna"));
  }

  @Test
  void anErasedUserAndTheUsersPostsAreRemovedFromTheView() {
    post(P1);
    changeFeed.drain();

    blog.store.eraseUser(EraseUser.remove(ANN));
    changeFeed.drain();

    assertThat(view.shown).isEmpty();
    assertThat(view.users)
        .filteredOn(user -> user.id().equals(ANN))
        .last()
        .satisfies(user -> assertThat(user.kind()).isEqualTo(UserChange.Kind.ERASED))
        .satisfies(user -> assertThat(user.user()).isEmpty());
  }

  @Test
  @Invariant("I15")
  void aPostThatTheViewRejectsIsDeadLetteredAndReplayed() {
    List<PostId> all = IntStream.range(0, 12).mapToObj(n -> PostId.of("q" + n)).toList();
    all.forEach(this::post);
    PostId refused = all.get(0);
    view.refused.add(refused);

    for (int i = 1; i < 3; i++) {
      assertThatThrownBy(changeFeed::drain)
          .isInstanceOf(ViewFailedException.class)
          .hasMessageContaining("'posts'")
          .hasCauseInstanceOf(IllegalStateException.class);
      assertThat(blog.store.postsOf(ANN, PageRequest.first(20)).items())
          .as("the copies go on")
          .hasSize(12);
    }
    changeFeed.drain();
    assertThat(view.shown).hasSize(11).doesNotContainKey(refused);
    assertThat(deadLetters())
        .singleElement()
        .satisfies(item -> assertThat(item.key().itemId()).isEqualTo(refused.value()))
        .satisfies(item -> assertThat(item.key().view()).contains("posts"))
        .satisfies(item -> assertThat(item.reason()).doesNotContain("of the host"));

    assertThat(changeFeed.deadLetters().replayAll()).isEqualTo(new ReplayReport(0, 0, 1));
    assertThat(deadLetters()).extracting(DeadLetter::attempts).containsExactly(2);
    assertThat(blog.changeFeed().buildStepped().deadLetters().replayAll())
        .as("where the view is not registered")
        .isEqualTo(new ReplayReport(0, 0, 1));
    view.refused.clear();
    assertThat(changeFeed.deadLetters().replayAll()).isEqualTo(new ReplayReport(1, 0, 0));
    assertThat(view.shown.get(refused)).isEqualTo(stored(refused).orElseThrow());
    assertThat(deadLetters()).isEmpty();
  }

  @Test
  @Invariant("I10")
  void aMalformedPostIsDeadLetteredForTheCopiesAndForTheView() {
    blog.container("posts")
        .createItem(Map.of("id", "bad", "postId", "bad", "type", "post", "title", List.of(1)));
    post(P1);

    changeFeed.drain();

    assertThat(view.shown).containsOnlyKeys(P1);
    assertThat(deadLetters())
        .extracting(letter -> letter.key().view())
        .containsExactlyInAnyOrder(Optional.empty(), Optional.of("posts"));
    blog.store.eraseUser(EraseUser.remove(ANN));
    changeFeed.drain();
    assertThat(deadLetters()).as("what is nobody's").hasSize(2);
  }

  @Test
  void aViewIsRebuiltFromTheBeginningWithoutTheCopies() {
    post(P1);
    post(P2);
    changeFeed.drain();
    view.shown.clear();

    changeFeed.rewind("posts");

    assertThat(changeFeed.drain("posts")).isPositive();
    assertThat(view.shown).containsOnlyKeys(P1, P2);
  }

  @Test
  void viewNamesMustBeUniqueAndKnown() {
    BlogChangeFeedBuilder builder = blog.changeFeed().view("tags", posts -> {});

    assertThatThrownBy(() -> builder.view("tags", posts -> {}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'tags'");
    assertThatThrownBy(() -> builder.view("blog$Tags#2", posts -> {}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'blog$Tags#2'");
    assertThatThrownBy(() -> builder.buildStepped().drain("other"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("tags");
  }
}
