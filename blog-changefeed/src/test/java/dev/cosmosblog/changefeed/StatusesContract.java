package dev.cosmosblog.changefeed;

import static java.time.Instant.ofEpochSecond;
import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.models.PartitionKey;
import dev.cosmosblog.model.CommentId;
import dev.cosmosblog.model.Post;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.PostSummary;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.item.PostItem;
import dev.cosmosblog.model.item.PostSummaryItem;
import dev.cosmosblog.store.command.CreateComment;
import dev.cosmosblog.store.command.CreatePost;
import dev.cosmosblog.store.command.EditPost;
import dev.cosmosblog.store.command.EraseUser;
import dev.cosmosblog.store.internal.item.CopyOutcome;
import dev.cosmosblog.store.query.PageRequest;
import dev.cosmosblog.store.query.Visibility;
import dev.cosmosblog.testsupport.Invariant;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The copies of drafts and hidden posts, and what readers see of them. */
interface StatusesContract {
  UserId ANN = UserId.of("ann");
  UserId BEN = UserId.of("ben");

  TestBlog blog();

  SteppedChangeFeed changeFeed();

  private PostSummaryItem stored(String post) {
    return blog()
        .container("posts")
        .readItem(post, new PartitionKey(post), PostItem.class)
        .getItem()
        .summary();
  }

  default PostId published(int number) {
    PostId id = PostId.of("p" + number);
    CreatePost post = CreatePost.of(ANN, "Title " + number, "Content " + number);
    blog().store.createPost(post.withId(id).writtenAt(ofEpochSecond(number)));
    return id;
  }

  static List<PostId> ids(int from, int to) {
    return IntStream.iterate(from, n -> n >= to, n -> n - 1)
        .mapToObj(n -> PostId.of("p" + n))
        .toList();
  }

  default List<PostId> postsOfAnn(Visibility visibility) {
    return blog().store.postsOf(ANN, PageRequest.first(100), visibility).items().stream()
        .map(PostSummary::id)
        .toList();
  }

  @Test
  @Invariant({"I3", "I12"})
  default void aDraftIsListedForItsAuthorAloneUntilItIsPublished() {
    IntStream.rangeClosed(1, 2).forEach(this::published);
    PostId id = PostId.of("draft");
    CreatePost draft = CreatePost.of(ANN, "Draft", "Content").draft().withId(id);
    blog().store.createPost(draft.writtenAt(ofEpochSecond(1)));
    blog().store.editPost(EditPost.of(id).content("Edited"));
    blog().store.editPost(EditPost.of(id).title("Edited"));
    changeFeed().drain();

    assertThat(blog().frontPage()).isEqualTo(ids(2, 1));
    assertThat(postsOfAnn(Visibility.LISTED)).isEqualTo(ids(2, 1));
    assertThat(blog().store.postsOf(ANN, PageRequest.first(9), Visibility.UNLISTED).items())
        .containsExactly(blog().store.findPost(id, Visibility.ALL).orElseThrow().summary());

    Post published = blog().store.publishPost(id).value();
    changeFeed().drain();

    assertThat(blog().store.recentPosts(1)).containsExactly(published.summary());
    assertThat(blog().store.postsOf(ANN, PageRequest.first(1)).items())
        .containsExactly(published.summary());
    assertThat(postsOfAnn(Visibility.UNLISTED)).isEmpty();
  }

  @Test
  @Invariant({"I3", "I4", "I12"})
  default void aHiddenPostLeavesTheListsAndOnlyItsShowingBringsItBack() {
    IntStream.rangeClosed(1, 6).forEach(this::published);
    changeFeed().drain();
    PostSummaryItem before = stored("p6");
    blog().store.hidePost(PostId.of("p6"));
    changeFeed().drain();

    assertThat(blog().frontPage()).isEqualTo(ids(5, 1));
    assertThat(postsOfAnn(Visibility.LISTED)).isEqualTo(ids(5, 1));
    assertThat(postsOfAnn(Visibility.ALL)).isEqualTo(ids(6, 1));

    assertThat(blog().repositories().summaries().refresh(before)).isFalse();
    assertThat(blog().repositories().summaries().put(before)).isEqualTo(CopyOutcome.UNCHANGED);
    blog().repositories().frontPage().update(List.of(before), Set.of(), TestBlog.FRONT_PAGE_SIZE);
    assertThat(blog().frontPage()).isEqualTo(ids(5, 1));
    assertThat(postsOfAnn(Visibility.LISTED)).isEqualTo(ids(5, 1));

    blog().store.editPost(EditPost.of(PostId.of("p6")).title("Edited"));
    PostSummaryItem hidden = stored("p6");
    changeFeed().drain();
    blog().store.showPost(PostId.of("p6"));
    changeFeed().drain();

    assertThat(blog().repositories().summaries().put(hidden)).isEqualTo(CopyOutcome.UNCHANGED);
    blog().repositories().frontPage().update(List.of(hidden), Set.of(), TestBlog.FRONT_PAGE_SIZE);
    assertThat(blog().frontPage()).isEqualTo(ids(6, 2));
    assertThat(postsOfAnn(Visibility.LISTED)).isEqualTo(ids(6, 1));
    assertThat(postsOfAnn(Visibility.UNLISTED)).isEmpty();
    assertThat(blog().store.recentPosts(1).get(0).title()).isEqualTo("Edited");
  }

  @Test
  @Invariant({"I8", "I9"})
  default void aRenameReachesDraftsAndHiddenCommentsAndAnErasureTakesThem() {
    PostId id = PostId.of("draft");
    blog().store.createPost(CreatePost.of(ANN, "Draft", "Content").draft().withId(id));
    PostId post = published(1);
    CommentId comment = blog().store.createComment(CreateComment.of(post, ANN, "Hm")).value().id();
    blog().store.hideComment(post, comment);
    changeFeed().drain();

    blog().store.renameUser(ANN, "Anna");
    changeFeed().drain();

    assertThat(blog().items("posts", "SELECT * FROM c WHERE c.userId = 'ann'"))
        .hasSize(3)
        .allSatisfy(item -> assertThat(item.path("userUsername").asText()).isEqualTo("Anna"));
    assertThat(blog().store.postsOf(ANN, PageRequest.first(1), Visibility.UNLISTED).items())
        .singleElement()
        .satisfies(copy -> assertThat(copy.userUsername()).isEqualTo("Anna"));

    blog().store.eraseUser(EraseUser.remove(ANN));
    changeFeed().drain();

    assertThat(postsOfAnn(Visibility.ALL)).isEmpty();
    assertThat(blog().items("posts", "SELECT * FROM c WHERE c.type != 'post'"))
        .as("the hidden comment's tombstone")
        .singleElement()
        .satisfies(left -> assertThat(left.path("type").asText()).isEqualTo("removedComment"))
        .satisfies(left -> assertThat(left.path("userId").asText()).isEmpty());
  }
}
