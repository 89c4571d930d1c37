package dev.cosmosblog.examples.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import dev.cosmosblog.model.Like;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.User;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.store.BlogQueries;
import dev.cosmosblog.store.error.PostNotFoundException;
import dev.cosmosblog.store.error.ThrottledException;
import dev.cosmosblog.testing.MockedBlog;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The mocks of docs/testing.md. */
class TestingSnippetsTest {
  // region interfaces
  /** The class under test. */
  record Greeting(BlogQueries blog) {
    String of(String id) {
      return blog.findUser(UserId.of(id)).map(user -> "Hello " + user.username()).orElse("Hello");
    }
  }

  @Test
  void greetsAKnownUserByName() {
    BlogQueries blog = mock(BlogQueries.class);
    UserId ann = UserId.of("ann");
    when(blog.findUser(ann)).thenReturn(Optional.of(new User(ann, "Ann")));

    assertThat(new Greeting(blog).of("ann")).isEqualTo("Hello Ann");
    assertThat(new Greeting(blog).of("bob")).isEqualTo("Hello");
  }

  // endregion

  // region stubs
  private final MockedBlog blog = MockedBlog.create();
  private final User ann = blog.hasUser("ann");

  @Test
  void greetsAMissingUserWithoutAName() {
    blog.hasNoUser("bob");

    assertThat(new Greeting(blog.store()).of("ann")).isEqualTo("Hello ann");
    assertThat(new Greeting(blog.store()).of("bob")).isEqualTo("Hello");
  }

  // endregion

  // region throttled
  @Test
  void survivesTwoThrottledRequests() {
    blog.nextRequestsFail(2, 429);
    assertThat(new Greeting(blog.store()).of("ann")).isEqualTo("Hello ann");

    blog.nextRequestsFail(3, 429);
    assertThatThrownBy(() -> new Greeting(blog.store()).of("ann"))
        .isInstanceOf(ThrottledException.class);
  }

  // endregion

  // region batch
  private final PostId post = PostId.of("p1");

  @Test
  void refusesACommentOnAMissingPost() {
    blog.store().createComment(post, ann, "Hello");
    verify(blog.posts()).executeCosmosBatch(any());

    blog.batchFails(404);
    assertThatThrownBy(() -> blog.store().createComment(post, ann, "Hello"))
        .isInstanceOf(PostNotFoundException.class);
  }

  @Test
  void likesAPostOnce() {
    blog.hasLikes(post, new Like(post, ann.id(), ann.username(), MockedBlog.NOW));
    blog.batchFails(409);

    assertThat(blog.store().likePost(post, ann.id()).alreadyDone()).isTrue();
  }

  // endregion
}
