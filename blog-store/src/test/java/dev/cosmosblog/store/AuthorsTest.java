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
import dev.cosmosblog.store.internal.cosmos.ItemContainer;
import dev.cosmosblog.store.internal.cosmos.OperationContext;
import dev.cosmosblog.store.internal.cosmos.RetryTimer;
import dev.cosmosblog.store.internal.user.UserRepository;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class AuthorsTest {
  private final MockedBlog blog = new MockedBlog().withAnn().writesAreDone();
  private final AtomicLong nanos = new AtomicLong();

  private Authors authors(Duration kept) {
    return new Authors(new UserRepository(new ItemContainer(blog.users)), kept, nanos::get);
  }

  private OperationContext meter() {
    return new OperationContext(new Retries(RetryPolicy.none(), RetryTimer.REAL));
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
    AtomicReference<Authors> authors = new AtomicReference<>();
    when(blog.users.readItem(eq(ANN.value()), any(), any()))
        .thenAnswer(
            call -> {
              authors.get().forget(ANN);
              return Answers.item(MockedBlog.storedAnn(), 1);
            });
    authors.set(authors(Duration.ofHours(1)));
    authors.get().get(ANN, meter());
    authors.get().get(ANN, meter());
    verifyReads(2);
  }

  @Test
  void anAuthorWhoIsKnownCostsNoRequestUntilTheTimeIsOver() {
    Authors authors = authors(Duration.ofSeconds(5));
    UserItem ann = authors.get(ANN, meter());
    nanos.set(Duration.ofSeconds(5).toNanos() - 1);
    OperationContext second = meter();
    assertThat(authors.get(ANN, second)).isEqualTo(ann);
    assertThat(second.requests()).isZero();
    nanos.incrementAndGet();
    authors.get(ANN, meter());
    verifyReads(2);
  }

  @Test
  void whoIsNotThereIsLookedForEachTime() {
    UserId nobody = UserId.of("nobody");
    blog.hasNot(blog.users, "nobody", "nobody");
    Authors authors = authors(Duration.ofHours(1));
    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(() -> authors.get(nobody, meter()))
          .isInstanceOf(UserNotFoundException.class);
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
    Authors authors = authors(Duration.ofHours(1));
    authors.get(ANN, meter());
    for (int i = 0; i < Authors.MOST; i++) {
      String id = "user-" + i;
      blog.has(blog.users, id, id, new UserItem(id, "user", id, "U", 0));
      authors.get(UserId.of(id), meter());
    }
    authors.get(ANN, meter());
    verifyReads(2);
  }

  @Test
  void aTimeBelowZeroOrLongerThanARemovedUsersMarkIsSureToStayIsRefused() {
    BlogStoreBuilder builder = BlogStore.builder();
    for (Duration time : List.of(Duration.ofMillis(-1), Duration.ofHours(1).plusNanos(1))) {
      assertThatThrownBy(() -> builder.authorsKnownFor(time))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining(time.toString());
    }
  }
}
