package dev.cosmosblog.store;

import static dev.cosmosblog.store.MockedContainers.ANN;
import static dev.cosmosblog.store.MockedContainers.POST;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.eq;
import static org.mockito.Mockito.times;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import com.azure.cosmos.models.CosmosItemResponse;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.item.UserItem;
import dev.cosmosblog.store.command.LikePost;
import dev.cosmosblog.store.error.UserNotFoundException;
import dev.cosmosblog.store.internal.cosmos.DatabaseAccess;
import dev.cosmosblog.store.internal.repository.Users;
import dev.cosmosblog.store.observe.BlogOperation;
import dev.cosmosblog.store.spi.RetryTimer;
import dev.cosmosblog.testsupport.TestItems;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class AuthorsTest {
  private final MockedContainers blog = new MockedContainers().withAnn().writesAreDone();
  private final AtomicLong nanos = new AtomicLong();

  private final RetryTimer timer = new RetryTimer(nanos::get, () -> 0, time -> {});

  private Users authors(Duration kept) {
    DatabaseAccess access =
        blog.database(settings -> settings.environment(MockedContainers.ENVIRONMENT.with(timer)))
            .unwrap(DatabaseAccess.class);
    return new Users(access, kept);
  }

  /** Looks up an author in a separate operation. */
  private UserItem author(Users authors, UserId id) {
    DatabaseAccess access = blog.database(settings -> settings).unwrap(DatabaseAccess.class);
    return access.operations().run(BlogOperation.FIND_USER, context -> authors.author(id, context));
  }

  private void verifyReads(int times) {
    verify(blog.users, times(times)).readItem(eq(ANN.value()), any(), any());
  }

  @Test
  void byDefaultAnAuthorIsCached() {
    BlogStore store =
        blog.storeBuilder(
                settings -> settings.environment(MockedContainers.ENVIRONMENT.with(timer)))
            .build();
    store.likePost(LikePost.of(POST, ANN));
    nanos.set(Duration.ofSeconds(5).toNanos() - 1);
    store.likePost(LikePost.of(POST, ANN));
    verifyReads(1);
    nanos.incrementAndGet();
    store.likePost(LikePost.of(POST, ANN));
    verifyReads(2);
  }

  @Test
  void withoutACacheTheAuthorIsReadForEachCommand() {
    BlogStore store = blog.storeBuilder(settings -> settings).authorCacheTtl(Duration.ZERO).build();
    store.likePost(LikePost.of(POST, ANN));
    store.likePost(LikePost.of(POST, ANN));
    verifyReads(2);
  }

  @Test
  void aReadThatARenameOvertookIsNotCached() {
    AtomicReference<Users> authors = new AtomicReference<>();
    when(blog.users.readItem(eq(ANN.value()), any(), any()))
        .thenAnswer(
            call -> {
              authors.get().forgetAuthor(ANN);
              return Responses.item(MockedContainers.storedAnn(), 1);
            });
    authors.set(authors(Duration.ofHours(1)));
    author(authors.get(), ANN);
    author(authors.get(), ANN);
    verifyReads(2);
  }

  @Test
  void aCachedAuthorCostsNoRequestUntilTheTtlExpires() {
    Users authors = authors(Duration.ofSeconds(5));
    UserItem ann = author(authors, ANN);
    nanos.set(Duration.ofSeconds(5).toNanos() - 1);
    assertThat(author(authors, ANN)).isEqualTo(ann);
    assertThat(blog.report().requests()).isZero();
    nanos.incrementAndGet();
    author(authors, ANN);
    verifyReads(2);
  }

  @Test
  void aMissingAuthorIsNotCached() {
    UserId nobody = UserId.of("nobody");
    blog.hasNot(blog.users, "nobody", "nobody");
    Users authors = authors(Duration.ofHours(1));
    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(() -> author(authors, nobody)).isInstanceOf(UserNotFoundException.class);
    }
    verify(blog.users, times(2)).readItem(eq("nobody"), any(), any());
  }

  @Test
  void aStoreThatRenamesAUserForgetsTheOldName() {
    BlogStore store =
        blog.storeBuilder(settings -> settings).authorCacheTtl(Duration.ofHours(1)).build();
    store.likePost(LikePost.of(POST, ANN));
    store.likePost(LikePost.of(POST, ANN));
    verifyReads(1);
    blog.noUserIsNewer();
    store.renameUser(ANN, "Ann");
    verifyReads(2);
    store.likePost(LikePost.of(POST, ANN));
    verifyReads(3);
  }

  @Test
  void theLeastRecentlyUsedAuthorsAreEvicted() {
    Users authors = authors(Duration.ofHours(1));
    author(authors, ANN);
    // One stub for all, because Mockito takes half a minute to find one of ten thousand.
    CosmosItemResponse<UserItem> anyone = Responses.item(TestItems.user("anyone").build(), 1);
    when(blog.users.readItem(any(), any(), eq(UserItem.class))).thenReturn(anyone);
    for (int i = 1; i < Users.MAX_KNOWN_AUTHORS; i++) {
      author(authors, UserId.of("user-" + i));
    }
    author(authors, ANN);
    verifyReads(1);
    author(authors, UserId.of("one-more"));
    author(authors, UserId.of("user-1"));
    author(authors, ANN);
    verify(blog.users, times(2)).readItem(eq("user-1"), any(), any());
    verifyReads(1);
  }

  @Test
  void aTtlBelowZeroOrOverAnHourIsRefused() {
    BlogStoreBuilder builder = blog.storeBuilder(settings -> settings);
    for (Duration time : List.of(Duration.ofMillis(-1), Duration.ofHours(1).plusNanos(1))) {
      assertThatThrownBy(() -> builder.authorCacheTtl(time))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining(time.toString());
    }
  }
}
