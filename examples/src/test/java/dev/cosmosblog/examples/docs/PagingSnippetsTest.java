package dev.cosmosblog.examples.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cosmosblog.model.Comment;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.User;
import dev.cosmosblog.store.BlogDatabase;
import dev.cosmosblog.store.BlogStore;
import dev.cosmosblog.store.query.CommentOrder;
import dev.cosmosblog.store.query.ContinuationToken;
import dev.cosmosblog.store.query.Page;
import dev.cosmosblog.store.query.PageRequest;
import dev.cosmoslocal.junit.LocalCosmosExtension;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The Java examples of docs/paging.md, on a post with 45 comments. */
class PagingSnippetsTest {
  private static final int COMMENTS = 45;

  @RegisterExtension
  static final LocalCosmosExtension cosmos = LocalCosmosExtension.builder().build();

  private final List<Comment> shown = new ArrayList<>();
  private BlogDatabase database;
  private BlogStore blog;
  private PostId postId;

  @BeforeEach
  void writeComments() {
    database = BlogDatabase.connect(cosmos.clientBuilder(), cosmos.freshDatabase().getId());
    blog = BlogStore.on(database.provision());
    User ann = blog.createUser("Ann").value();
    postId = blog.createPost(ann, "Hello", "My first post").value().id();
    for (int number = 1; number <= COMMENTS; number++) {
      blog.createComment(postId, ann, "Comment " + number);
    }
  }

  @AfterEach
  void close() {
    database.close();
  }

  private void show(List<Comment> comments) {
    shown.addAll(comments);
  }

  @Test
  void allPagesTogetherHaveEachCommentOnce() {
    // region all-pages
    PageRequest request = PageRequest.first(20);
    Page<Comment> page = blog.commentsOf(postId, request);
    show(page.items());
    while (page.next().isPresent()) {
      page = blog.commentsOf(postId, request.after(page.next().get()));
      show(page.items());
    }
    // endregion
    assertThat(shown).extracting(Comment::id).hasSize(COMMENTS).doesNotHaveDuplicates();
  }

  @Test
  void aTokenThatWentThroughAClientContinuesTheList() {
    Page<Comment> page = blog.commentsOf(postId, PageRequest.first(20));
    String tokenFromClient = page.next().orElseThrow().value();
    // region token
    Optional<String> link = page.next().map(ContinuationToken::value);
    // later, in the next HTTP request
    PageRequest request = PageRequest.first(20).after(new ContinuationToken(tokenFromClient));
    Page<Comment> nextPage = blog.commentsOf(postId, request);
    // endregion
    assertThat(link).contains(tokenFromClient);
    assertThat(nextPage.items()).hasSize(20).doesNotContainAnyElementsOf(page.items());
  }

  @Test
  void theOldestCommentsCanComeFirst() {
    // region order
    Page<Comment> oldest =
        blog.commentsOf(postId, PageRequest.first(20), CommentOrder.OLDEST_FIRST);
    // endregion
    assertThat(oldest.items())
        .isSortedAccordingTo((one, other) -> one.creationDate().compareTo(other.creationDate()));
  }
}
