package dev.cosmosblog.store;

import static dev.cosmosblog.store.MockedBlog.ANN;
import static dev.cosmosblog.store.MockedBlog.NOW_TEXT;
import static dev.cosmosblog.store.MockedBlog.POST;
import static dev.cosmosblog.store.MockedBlog.sentQuery;
import static dev.cosmosblog.store.MockedBlog.storedPost;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.doReturn;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.times;
import static org.mockito.Mockito.verify;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.models.FeedResponse;
import com.azure.cosmos.models.PartitionKey;
import com.azure.cosmos.models.SqlQuerySpec;
import com.azure.cosmos.util.CosmosPagedIterable;
import dev.cosmosblog.model.Comment;
import dev.cosmosblog.model.Like;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.PostSummary;
import dev.cosmosblog.model.item.CommentItem;
import dev.cosmosblog.model.item.LikeItem;
import dev.cosmosblog.model.item.PostItem;
import java.util.List;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Q3, Q4, Q5 and Q6: what is asked for and how pages hang together. */
class ListsTest {
  private static final CommentItem COMMENT =
      new CommentItem("c-1", "comment", "post-1", "user-ann", "Ann", 4, "Nice", NOW_TEXT);
  private static final LikeItem LIKE =
      new LikeItem("like~user-ann", "like", "post-1", "user-ann", "Ann", 4, NOW_TEXT);

  private final MockedBlog blog = new MockedBlog();

  private static <T> CosmosPagedIterable<T> answers(
      CosmosContainer container, List<FeedResponse<T>> pages) {
    CosmosPagedIterable<T> iterable = Answers.pages(pages);
    doReturn(iterable).when(container).queryItems(any(SqlQuerySpec.class), any(), any());
    return iterable;
  }

  @Test
  void aUsersPostsAreOneQueryInTheUsersPartition() {
    CosmosPagedIterable<PostItem> iterable =
        answers(blog.users, List.of(Answers.page(null, List.of(storedPost()))));

    Page<PostSummary> page = blog.store().postsOf(ANN, PageRequest.first(20));

    assertThat(page.items()).containsExactly(storedPost().toSummary());
    assertThat(page.next()).isEmpty();
    MockedBlog.SentQuery sent = sentQuery(blog.users);
    assertThat(sent.text())
        .isEqualTo("SELECT * FROM c WHERE c.type = @type ORDER BY c.creationDate DESC, c.id DESC");
    assertThat(sent.parameters()).containsExactly("@type=post");
    assertThat(sent.options().getPartitionKey()).isEqualTo(new PartitionKey("user-ann"));
    assertThat(sent.options().getMaxBufferedItemCount()).isEqualTo(20);
    verify(iterable).iterableByPage(null, 20);
    assertThat(blog.report().requests()).isEqualTo(1);
    assertThat(blog.report().requestUnits()).isEqualTo(3);
  }

  @Test
  void aPostsCommentsAreOneQueryInThePostsPartition() {
    answers(blog.posts, List.of(Answers.page(null, List.of(COMMENT))));
    Page<Comment> page = blog.store().commentsOf(POST, PageRequest.first(20));
    assertThat(page.items()).containsExactly(COMMENT.toComment());
    MockedBlog.SentQuery sent = sentQuery(blog.posts);
    assertThat(sent.text()).endsWith("ORDER BY c.creationDate DESC, c.id DESC");
    assertThat(sent.parameters()).containsExactly("@type=comment");
    assertThat(sent.options().getPartitionKey()).isEqualTo(new PartitionKey("post-1"));
  }

  @Test
  void commentsCanBeListedTheOldestFirst() {
    answers(blog.posts, List.of(Answers.page(null, List.of(COMMENT))));
    blog.store().commentsOf(POST, PageRequest.first(20), CommentOrder.OLDEST_FIRST);
    assertThat(sentQuery(blog.posts).text()).endsWith("ORDER BY c.creationDate ASC, c.id ASC");
  }

  @Test
  void aPostsLikesAreOneQueryInThePostsPartition() {
    answers(blog.posts, List.of(Answers.page(null, List.of(LIKE))));
    Page<Like> page = blog.store().likesOf(POST, PageRequest.first(20));
    assertThat(page.items()).containsExactly(LIKE.toLike());
    assertThat(sentQuery(blog.posts).parameters()).containsExactly("@type=like");
  }

  @Test
  void theFeedIsOneQueryInOnePartitionAndItsCountIsAParameter() {
    answers(blog.feed, List.of(Answers.page(null, List.of(storedPost()))));
    assertThat(blog.store().recentPosts(30)).containsExactly(storedPost().toSummary());
    MockedBlog.SentQuery sent = sentQuery(blog.feed);
    assertThat(sent.text())
        .isEqualTo("SELECT TOP @count * FROM c ORDER BY c.creationDate DESC, c.id DESC");
    assertThat(sent.parameters()).containsExactly("@count=30");
    assertThat(sent.options().getPartitionKey()).isEqualTo(new PartitionKey("post"));
  }

  @Test
  void theFeedIsReadFromAsManyPagesAsItTakes() {
    CosmosPagedIterable<PostItem> iterable = Answers.pages(List.of(page("more", storedPost())));
    CosmosPagedIterable<PostItem> rest = Answers.pages(List.of(page(null, storedPost())));
    doReturn(iterable, rest).when(blog.feed).queryItems(any(SqlQuerySpec.class), any(), any());
    assertThat(blog.store().recentPosts(2)).hasSize(2);
    verify(rest).iterableByPage("more", 2);
  }

  private static FeedResponse<PostItem> page(String continuation, PostItem post) {
    return Answers.page(continuation, List.of(post));
  }

  @Test
  void aTokenLeadsToTheNextPageOfTheSameList() {
    CosmosPagedIterable<CommentItem> iterable =
        answers(blog.posts, List.of(Answers.page("{\"sdk\":\"é\"}", List.of(COMMENT))));
    PageRequest first = PageRequest.first(1);
    ContinuationToken token = blog.store().commentsOf(POST, first).next().orElseThrow();

    blog.store().commentsOf(POST, first.after(token));

    verify(iterable).iterableByPage(null, 1);
    verify(iterable).iterableByPage("{\"sdk\":\"é\"}", 1);
    assertThat(token.value()).matches("[A-Za-z0-9_-]+").doesNotContain("sdk");
  }

  @Test
  void trap16AnEmptyContinuationIsNone() {
    answers(blog.posts, List.of(Answers.page("", List.of(COMMENT))));
    assertThat(blog.store().commentsOf(POST, PageRequest.first(1)).next()).isEmpty();
  }

  @Test
  void trap16AnEmptyContinuationIsNotAskedWith() {
    CosmosPagedIterable<PostItem> iterable = answers(blog.feed, List.of(page("", storedPost())));
    assertThat(blog.store().recentPosts(2)).hasSize(1);
    verify(iterable, times(1)).iterableByPage(null, 2);
    verify(iterable, never()).iterableByPage("", 2);
  }

  @Test
  void pagesWithoutEntriesArePassedOverAndPaidFor() {
    answers(
        blog.posts,
        List.of(
            Answers.page("1", List.<CommentItem>of()),
            Answers.page("2", List.of(COMMENT)),
            Answers.page(null, List.of(COMMENT))));
    Page<Comment> page = blog.store().commentsOf(POST, PageRequest.first(5));
    assertThat(page.items()).hasSize(1);
    assertThat(page.next()).isPresent();
    assertThat(blog.report().requests()).isEqualTo(2);
    assertThat(blog.report().requestUnits()).isEqualTo(6);
  }

  @Test
  void aListWithoutPagesIsEmpty() {
    answers(blog.posts, List.<FeedResponse<CommentItem>>of());
    assertThat(blog.store().commentsOf(POST, PageRequest.first(5)))
        .isEqualTo(new Page<>(List.of(), Optional.empty()));
  }

  @Test
  void aTokenOfAnotherListIsRefusedBeforeAnythingIsSent() {
    CosmosPagedIterable<CommentItem> iterable =
        answers(blog.posts, List.of(Answers.page("more", List.of(COMMENT))));
    PageRequest first = PageRequest.first(1);
    BlogStore store = blog.store();
    PageRequest next = first.after(store.commentsOf(POST, first).next().orElseThrow());

    refused(() -> store.likesOf(POST, next));
    refused(() -> store.postsOf(ANN, next));
    refused(() -> store.commentsOf(PostId.of("post-2"), next));
    refused(() -> store.commentsOf(POST, next, CommentOrder.OLDEST_FIRST));
    verify(blog.posts, times(1)).queryItems(any(SqlQuerySpec.class), any(), any());
    verify(iterable, times(1)).iterableByPage(null, 1);
  }

  private void refused(ThrowingCallable list) {
    assertThatThrownBy(list)
        .isInstanceOf(InvalidContinuationTokenException.class)
        .hasMessageContaining("belongs to another list")
        .hasMessageContaining("or none for the first page");
    assertThat(blog.report().outcome()).isEqualTo(Outcome.REJECTED);
    assertThat(blog.report().requests()).isZero();
  }
}
