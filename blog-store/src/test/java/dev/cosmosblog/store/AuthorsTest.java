package dev.cosmosblog.store;

import static dev.cosmosblog.store.MockedBlog.ANN;
import static dev.cosmosblog.store.MockedBlog.POST;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.eq;
import static org.mockito.Mockito.times;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.item.UserItem;
import dev.cosmosblog.store.command.LikePost;
import dev.cosmosblog.store.config.RetryPolicy;
import dev.cosmosblog.store.error.UserNotFoundException;
import dev.cosmosblog.store.internal.cosmos.Containers;
import dev.cosmosblog.store.internal.cosmos.DatabaseAccess;
import dev.cosmosblog.store.internal.cosmos.ItemContainer;
import dev.cosmosblog.store.internal.cosmos.Operations;
import dev.cosmosblog.store.internal.cosmos.RetryTimer;
import dev.cosmosblog.store.internal.user.UserRepository;
import dev.cosmosblog.store.observe.BlogOperation;
import dev.cosmosblog.store.observe.OperationReport;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class AuthorsTest {
  private final MockedBlog blog = new MockedBlog().withAnn().writesAreDone();
  private final AtomicLong nanos = new AtomicLong();
  private int requests;

  private UserRepository authors(Duration knownFor) {
    return new UserRepository(users(), knownFor, nanos::get);
  }

  private ItemContainer users() {
    return new Containers(blog.builder().database().unwrap(DatabaseAccess.class).service()).users();
  }

  /** Returns an author, and counts the requests that it took. */
  private UserItem author(UserRepository authors, UserId id) {
    List<OperationReport> reports = new ArrayList<>();
    try {
      return new Operations(List.of(reports::add), RetryPolicy.none(), RetryTimer.REAL)
          .run(BlogOperation.FIND_USER, context -> authors.author(id, context));
    } finally {
      requests = reports.get(0).requests();
    }
  }

  private void verifyReads(int times) {
    verify(blog.users, times(times)).readItem(eq(ANN.value()), any(), any());
  }

  @Test
  void byDefaultTheAuthorIsReadOnceInAWhile() {
    BlogStore store = blog.store();
    store.likePost(LikePost.of(POST, ANN));
    store.likePost(LikePost.of(POST, ANN));
    verifyReads(1);
  }

  @Test
  void whoIsKnownForNoTimeIsReadForEachCommand() {
    BlogStore store = blog.builder().authorsKnownFor(Duration.ZERO).build();
    store.likePost(LikePost.of(POST, ANN));
    store.likePost(LikePost.of(POST, ANN));
    verifyReads(2);
  }

  @Test
  void aReadThatARenameOvertookIsNotKept() {
    AtomicReference<UserRepository> authors = new AtomicReference<>();
    when(blog.users.readItem(eq(ANN.value()), any(), any()))
        .thenAnswer(
            call -> {
              authors.get().forgetAuthor(ANN);
              return Answers.item(MockedBlog.storedAnn(), 1);
            });
    authors.set(authors(Duration.ofHours(1)));
    author(authors.get(), ANN);
    author(authors.get(), ANN);
    verifyReads(2);
  }

  @Test
  void anAuthorWhoIsKnownCostsNoRequestUntilTheTimeIsOver() {
    UserRepository authors = authors(Duration.ofSeconds(5));
    UserItem ann = author(authors, ANN);
    nanos.set(Duration.ofSeconds(5).toNanos() - 1);
    assertThat(author(authors, ANN)).isEqualTo(ann);
    assertThat(requests).isZero();
    nanos.incrementAndGet();
    author(authors, ANN);
    verifyReads(2);
  }

  @Test
  void whoIsNotThereIsLookedForEachTime() {
    UserId nobody = UserId.of("nobody");
    blog.hasNot(blog.users, "nobody", "nobody");
    UserRepository authors = authors(Duration.ofHours(1));
    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(() -> author(authors, nobody)).isInstanceOf(UserNotFoundException.class);
    }
    verify(blog.users, times(2)).readItem(eq("nobody"), any(), any());
  }

  @Test
  void aStoreThatRenamesAUserForgetsTheOldName() {
    BlogStore store = blog.builder().authorsKnownFor(Duration.ofHours(1)).build();
    store.likePost(LikePost.of(POST, ANN));
    store.likePost(LikePost.of(POST, ANN));
    verifyReads(1);
    store.renameUser(ANN, "Ann");
    verifyReads(2);
    store.likePost(LikePost.of(POST, ANN));
    verifyReads(3);
  }

  @Test
  void ofManyAuthorsTheLeastRecentlyUsedAreForgotten() {
    UserRepository authors = authors(Duration.ofHours(1));
    author(authors, ANN);
    for (int i = 0; i < UserRepository.MAX_KNOWN_AUTHORS; i++) {
      String id = "user-" + i;
      blog.has(blog.users, id, id, new UserItem(id, "user", id, "U", 0));
      author(authors, UserId.of(id));
    }
    author(authors, ANN);
    verifyReads(2);
  }

  @Test
  void aTimeBelowZeroOrLongerThanARemovedUsersMarkIsSureToStayIsRefused() {
    BlogStoreBuilder builder = BlogStore.builder(blog.builder().database());
    for (Duration time : List.of(Duration.ofMillis(-1), Duration.ofHours(1).plusNanos(1))) {
      assertThatThrownBy(() -> builder.authorsKnownFor(time))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining(time.toString());
    }
  }
}
