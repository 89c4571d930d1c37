package dev.cosmosblog.store;

import static dev.cosmosblog.store.MockedContainers.ANN;
import static dev.cosmosblog.store.MockedContainers.NOW_TEXT;
import static dev.cosmosblog.store.MockedContainers.POST;
import static dev.cosmosblog.store.MockedContainers.sentQuery;
import static dev.cosmosblog.store.MockedContainers.storedPost;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.clearInvocations;
import static org.mockito.Mockito.doReturn;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.times;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.models.FeedResponse;
import com.azure.cosmos.models.PartitionKey;
import com.azure.cosmos.models.SqlQuerySpec;
import com.azure.cosmos.util.CosmosPagedIterable;
import dev.cosmosblog.model.Comment;
import dev.cosmosblog.model.InvalidInputException;
import dev.cosmosblog.model.Like;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.PostSummary;
import dev.cosmosblog.model.item.CommentItem;
import dev.cosmosblog.model.item.FrontPageItem;
import dev.cosmosblog.model.item.LikeItem;
import dev.cosmosblog.model.item.PostSummaryItem;
import dev.cosmosblog.store.observe.OperationOutcome;
import dev.cosmosblog.store.query.CommentOrder;
import dev.cosmosblog.store.query.ContinuationToken;
import dev.cosmosblog.store.query.Page;
import dev.cosmosblog.store.query.PageRequest;
import dev.cosmosblog.store.query.Visibility;
import dev.cosmosblog.testsupport.TestItems;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The requests of Q3, Q4, Q5 and Q6, and the continuation of their pages. */
class ListsTest {
  private static final CommentItem COMMENT =
      TestItems.comment("c-1", "post-1").by("user-ann").userVersion(4).at(NOW_TEXT).build();
  private static final LikeItem LIKE =
      TestItems.like("user-ann", "post-1").userVersion(4).at(NOW_TEXT).build();

  private final MockedContainers blog = new MockedContainers();

  private static <T> CosmosPagedIterable<T> answers(
      CosmosContainer container, List<FeedResponse<T>> pages) {
    CosmosPagedIterable<T> iterable = Responses.pages(pages);
    doReturn(iterable).when(container).queryItems(any(SqlQuerySpec.class), any(), any());
    return iterable;
  }

  @Test
  void aUsersPostsAreOneQueryInTheUsersPartition() {
    CosmosPagedIterable<PostSummaryItem> iterable =
        answers(blog.users, List.of(Responses.page(null, List.of(storedPost().summary()))));

    Page<PostSummary> page = blog.store().postsOf(ANN, PageRequest.first(20));

    assertThat(page.items()).containsExactly(storedPost().summary().toSummary());
    assertThat(page.next()).isEmpty();
    MockedContainers.SentQuery sent = sentQuery(blog.users);
    assertThat(sent.text())
        .isEqualTo(
            "SELECT TOP @count * FROM c WHERE c.userId = @userId AND c.type = @type"
                + " ORDER BY c.userId DESC, c.type DESC, c.creationDate DESC, c.id DESC");
    assertThat(sent.parameters()).containsExactly("@count=21", "@userId=user-ann", "@type=post");
    assertThat(sent.options().getPartitionKey()).isEqualTo(new PartitionKey("user-ann"));
    assertThat(sent.options().getMaxBufferedItemCount()).isEqualTo(21);
    verify(iterable).streamByPage(21);
    assertThat(blog.report().requests()).isEqualTo(1);
    assertThat(blog.report().requestUnits()).isEqualTo(3);
  }

  @Test
  void aPostsCommentsAreOneQueryInThePostsPartition() {
    answers(blog.posts, List.of(Responses.page(null, List.of(COMMENT))));
    Page<Comment> page = blog.store().commentsOf(POST, PageRequest.first(20));
    assertThat(page.items()).containsExactly(COMMENT.toComment());
    MockedContainers.SentQuery sent = sentQuery(blog.posts);
    assertThat(sent.text()).endsWith("ORDER BY c.creationDate DESC, c.id DESC");
    assertThat(sent.parameters()).containsExactly("@count=21", "@type=comment");
    assertThat(sent.options().getPartitionKey()).isEqualTo(new PartitionKey("post-1"));
  }

  @Test
  void aPostsCommentsWithHiddenOnesAreTwoQueries() {
    answers(blog.posts, List.of(Responses.page(null, List.of(COMMENT))));

    blog.store().commentsOf(POST, PageRequest.first(20), CommentOrder.NEWEST_FIRST, Visibility.ALL);

    assertThat(blog.report().requests()).isEqualTo(2);
  }

  @Test
  void anEntryReturnedTwiceByARestartedQueryIsListedOnce() {
    CommentItem next = comment("c-0", NOW_TEXT);
    answers(
        blog.posts,
        List.of(
            Responses.page("a", List.of(COMMENT)),
            Responses.page("a", List.of(COMMENT)),
            Responses.page(null, List.of(next))));
    Page<Comment> page = blog.store().commentsOf(POST, PageRequest.first(2));
    assertThat(page.items()).containsExactly(COMMENT.toComment(), next.toComment());
    assertThat(page.next()).isEmpty();
  }

  @Test
  void aPostsLikesAreOneQueryInThePostsPartition() {
    answers(blog.posts, List.of(Responses.page(null, List.of(LIKE))));
    Page<Like> page = blog.store().likesOf(POST, PageRequest.first(20));
    assertThat(page.items()).containsExactly(LIKE.toLike());
    assertThat(sentQuery(blog.posts).parameters()).containsExactly("@count=21", "@type=like");
  }

  @Test
  void theFrontPageIsOnePointRead() {
    List<PostSummaryItem> posts = Collections.nCopies(3, storedPost().summary());
    blog.has(blog.frontPage, "newest", "feed", FrontPageItem.of(100, false, posts));
    assertThat(blog.store().recentPosts(2)).hasSize(2).contains(storedPost().summary().toSummary());
    assertThat(blog.report().requests()).isEqualTo(1);
    verify(blog.frontPage, never()).queryItems(any(SqlQuerySpec.class), any(), any());
  }

  @Test
  void aMissingFrontPageIsEmpty() {
    blog.hasNot(blog.frontPage, "newest", "feed");
    assertThat(blog.store().recentPosts(2)).isEmpty();
  }

  @Test
  void aPageIsReadFromAsManyServicePagesAsNeeded() {
    answers(blog.users, List.of(page(post("a")), page(), page(post("b"))));
    assertThat(blog.store().postsOf(ANN, PageRequest.first(1)).next()).isPresent();
    assertThat(blog.report().requests()).as("a page without entries is paid for too").isEqualTo(3);
    assertThat(blog.report().requestUnits()).isEqualTo(9);
  }

  @Test
  void aFullPageStopsTheQueryAndItsReadAhead() {
    AtomicBoolean closed = new AtomicBoolean();
    List<FeedResponse<PostSummaryItem>> pages =
        List.of(page(post("a")), page(post("b")), page(post("c")));
    CosmosPagedIterable<PostSummaryItem> iterable = mock();
    when(iterable.streamByPage(2)).thenReturn(pages.stream().onClose(() -> closed.set(true)));
    doReturn(iterable).when(blog.users).queryItems(any(SqlQuerySpec.class), any(), any());

    assertThat(blog.store().postsOf(ANN, PageRequest.first(1)).items()).hasSize(1);

    assertThat(blog.report().requests()).isEqualTo(2);
    assertThat(closed).isTrue();
  }

  @Test
  void theServicesLastPageMayHaveMoreEntriesThanRequested() {
    answers(blog.users, List.of(page(post("a")), page(post("b"), post("c"))));
    assertThat(blog.store().postsOf(ANN, PageRequest.first(1)).items()).hasSize(1);
  }

  private static PostSummaryItem post(String id) {
    return TestItems.post(id)
        .by("user-ann")
        .userVersion(4)
        .counts(2, 3)
        .at(NOW_TEXT)
        .version(5)
        .summary();
  }

  private static FeedResponse<PostSummaryItem> page(PostSummaryItem... posts) {
    return Responses.page(null, List.of(posts));
  }

  private static CommentItem comment(String id, @Nullable String date) {
    return TestItems.comment(id, "post-1").by("user-ann").userVersion(4).at(date).build();
  }

  /** The token of a page that ended with a comment, since there was one more. */
  private ContinuationToken tokenAfter(CommentItem last, CommentOrder order) {
    answers(blog.posts, List.of(Responses.page(null, List.of(last, comment("another", NOW_TEXT)))));
    Page<Comment> page = blog.store().commentsOf(POST, PageRequest.first(1), order);
    assertThat(page.items()).containsExactly(last.toComment());
    return page.next().orElseThrow();
  }

  @Test
  void aTokenContinuesAfterThePagesLastEntry() {
    ContinuationToken token = tokenAfter(comment("c-é", NOW_TEXT), CommentOrder.NEWEST_FIRST);
    clearInvocations(blog.posts);

    blog.store().commentsOf(POST, PageRequest.first(1).after(token));

    MockedContainers.SentQuery sent = sentQuery(blog.posts);
    assertThat(sent.text())
        .contains("c.creationDate < @date OR NOT IS_DEFINED(c.creationDate)")
        .contains("c.creationDate = @date AND c.id < @id");
    assertThat(sent.parameters())
        .containsExactly("@count=2", "@type=comment", "@id=c-é", "@date=" + NOW_TEXT);
    assertThat(token.value()).matches("[A-Za-z0-9_-]+");
  }

  @Test
  void aTokenContinuesWithNewerEntriesIfTheOldestComeFirst() {
    ContinuationToken token = tokenAfter(comment("c-1", NOW_TEXT), CommentOrder.OLDEST_FIRST);
    clearInvocations(blog.posts);

    blog.store().commentsOf(POST, PageRequest.first(1).after(token), CommentOrder.OLDEST_FIRST);

    assertThat(sentQuery(blog.posts).text())
        .contains("c.creationDate > @date OR (c.creationDate = @date AND c.id > @id)");
  }

  @Test
  void aPageWithoutFurtherEntriesIsTheLast() {
    answers(blog.posts, List.of(Responses.page("the SDK's", List.of(COMMENT))));
    assertThat(blog.store().commentsOf(POST, PageRequest.first(1)).next()).isEmpty();
  }

  @Test
  void aListWithoutPagesIsEmpty() {
    answers(blog.posts, List.<FeedResponse<CommentItem>>of());
    assertThat(blog.store().commentsOf(POST, PageRequest.first(5)))
        .returns(List.of(), Page::items)
        .returns(null, Page::nextToken);
  }

  /** Clients keep tokens while the library is updated. */
  @Test
  void aTokenOfAReadersListDoesNotNameATypeOfItems() {
    String token = tokenAfter(COMMENT, CommentOrder.NEWEST_FIRST).value();

    byte[] decoded = Base64.getUrlDecoder().decode(token);

    assertThat(new String(decoded, StandardCharsets.UTF_8))
        .contains("2\0COMMENTS_OF\0post-1\0NEWEST_FIRST\0" + NOW_TEXT);
  }

  @Test
  void aTokenOfAnotherListIsRefusedBeforeARequest() {
    BlogStore store = blog.store();
    PageRequest next = PageRequest.first(1).after(tokenAfter(COMMENT, CommentOrder.NEWEST_FIRST));

    refused(() -> store.likesOf(POST, next));
    refused(() -> store.postsOf(ANN, next));
    refused(() -> store.commentsOf(PostId.of("post-2"), next));
    refused(() -> store.commentsOf(POST, next, CommentOrder.OLDEST_FIRST));
    verify(blog.posts, times(1)).queryItems(any(SqlQuerySpec.class), any(), any());
  }

  private void refused(ThrowingCallable list) {
    assertThatThrownBy(list)
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("belongs to another list")
        .hasMessageContaining("or none for the first page");
    assertThat(blog.report().outcome()).isEqualTo(OperationOutcome.REJECTED);
    assertThat(blog.report().requests()).isZero();
  }
}
