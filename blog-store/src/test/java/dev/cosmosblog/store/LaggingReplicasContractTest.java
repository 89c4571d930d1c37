package dev.cosmosblog.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosException;
import com.azure.cosmos.models.CosmosItemRequestOptions;
import com.azure.cosmos.models.CosmosPatchOperations;
import com.azure.cosmos.models.PartitionKey;
import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmosblog.model.Comment;
import dev.cosmosblog.model.CustomProperties;
import dev.cosmosblog.model.Post;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.PostSummary;
import dev.cosmosblog.model.Slug;
import dev.cosmosblog.model.User;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.item.PostItem;
import dev.cosmosblog.model.item.PostSummaryItem;
import dev.cosmosblog.model.item.ReservationItem;
import dev.cosmosblog.store.command.CreateComment;
import dev.cosmosblog.store.command.CreatePost;
import dev.cosmosblog.store.command.CreateUser;
import dev.cosmosblog.store.command.EditComment;
import dev.cosmosblog.store.command.EditPost;
import dev.cosmosblog.store.command.EditUser;
import dev.cosmosblog.store.error.CommentsClosedException;
import dev.cosmosblog.store.error.VersionConflictException;
import dev.cosmosblog.store.internal.item.CopyOutcome;
import dev.cosmosblog.store.internal.item.DeletedPost;
import dev.cosmosblog.store.internal.kernel.Kernel;
import dev.cosmosblog.store.internal.kernel.RepairWrites;
import dev.cosmosblog.store.internal.kernel.Repositories;
import dev.cosmosblog.store.query.PageRequest;
import dev.cosmosblog.testsupport.Backend;
import dev.cosmosblog.testsupport.Invariant;
import dev.cosmoslocal.LocalCosmos;
import dev.cosmoslocal.junit.LocalCosmosExtension;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * One client writes posts, and a host with another client and session copies them. Every fourth
 * read uses a lagging replica, which receives writes only when the test advances the emulator's
 * clock.
 */
class LaggingReplicasContractTest {
  /** So many that some read meets the lagging replica. */
  private static final int POSTS = 40;

  /** So many that they are read in one round trip. */
  private static final int MANY = 16;

  private static final Duration LAG = Duration.ofSeconds(5);
  private static final AtomicReference<Instant> NOW =
      new AtomicReference<>(Instant.parse("2026-01-01T00:00:00Z"));

  private static final Clock CLOCK =
      new Clock() {
        @Override
        public Instant instant() {
          return NOW.get();
        }

        @Override
        public ZoneId getZone() {
          return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
          throw new UnsupportedOperationException("A test's clock is in UTC.");
        }
      };

  @RegisterExtension
  static final LocalCosmosExtension cosmos =
      Backend.local(
          LocalCosmos.builder().physicalPartitions(1).clock(CLOCK).replicaLag(LAG).seed(1));

  private final Blog blog = Blog.on(cosmos);
  private final CosmosClient otherClient = cosmos.clientBuilder().buildClient();
  private final AtomicInteger retries = new AtomicInteger();
  private final AtomicInteger mostRequests = new AtomicInteger();
  private final Repositories host =
      Kernel.of(
              BlogDatabase.builder()
                  .client(otherClient, blog.cosmosDatabase().getId())
                  .frontPageSize(Blog.FRONT_PAGE_SIZE)
                  .listener(report -> retries.addAndGet(report.retries()))
                  .listener(report -> mostRequests.accumulateAndGet(report.requests(), Math::max))
                  .build())
          .repositories(report -> {});

  @AfterEach
  void close() {
    otherClient.close();
  }

  @Test
  @Invariant("I3")
  void aHostInAnotherSessionDoesNotMistakeLagForADeletion() {
    UserId author = blog.newUser();
    List<PostId> posts = new ArrayList<>();
    for (int i = 0; i < POSTS; i++) {
      NOW.updateAndGet(now -> now.plus(LAG));
      posts.add(blog.newPost(author));
      PostSummaryItem change = blog.stored(posts.get(i)).summary();

      assertThat(host.summaries().put(change)).isEqualTo(CopyOutcome.CREATED);
      host.frontPage().update(List.of(change), Set.of(), Blog.FRONT_PAGE_SIZE);
    }

    assertThat(retries.get()).as("reads of a replica that was behind").isPositive();
    // The store's session lacks the host's writes.
    NOW.updateAndGet(now -> now.plus(LAG));
    assertThat(blog.store().postsOf(author, PageRequest.first(100)).items())
        .extracting(PostSummary::id)
        .containsExactlyInAnyOrderElementsOf(posts);
    assertThat(blog.store().recentPosts(Blog.FRONT_PAGE_SIZE))
        .extracting(PostSummary::id)
        .containsExactlyInAnyOrderElementsOf(posts.subList(POSTS - Blog.FRONT_PAGE_SIZE, POSTS));
  }

  /** One round trip for all: it may find none of them. */
  @Test
  @Invariant("I3")
  void manyNewPostsAreReadOneByOneIfTheRoundTripMeetsALaggingReplica() {
    UserId author = blog.newUser();
    List<PostId> posts = new ArrayList<>();
    for (int i = 0; i < POSTS / 4; i++) {
      NOW.updateAndGet(now -> now.plus(LAG));
      List<PostSummaryItem> changes = new ArrayList<>();
      for (int j = 0; j < MANY; j++) {
        posts.add(blog.newPost(author));
        changes.add(blog.stored(posts.get(posts.size() - 1)).summary());
      }

      assertThat(host.frontPage().update(changes, Set.of(), MANY).posts())
          .extracting(PostSummaryItem::id)
          .containsExactlyInAnyOrderElementsOf(
              posts.subList(i * MANY, posts.size()).stream().map(PostId::value).toList());
    }

    assertThat(mostRequests.get()).as("with a point read of each").isGreaterThan(MANY);
  }

  @Test
  @Invariant("I1")
  void aCommentThatAReplicaLacksIsDeletedByAnotherClient() {
    BlogStore other = otherStore();
    UserId author = blog.newUser();
    PostId post = blog.newPost(author);
    for (int i = 0; i < POSTS; i++) {
      NOW.updateAndGet(now -> now.plus(LAG));
      Comment comment = blog.store().createComment(CreateComment.of(post, author, "Hm")).value();

      assertThat(other.deleteComment(post, comment.id()).alreadyDone()).isFalse();
    }

    assertThat(blog.stored(post).commentCount()).isZero();
    assertThat(blog.count(post, "comment")).isZero();
  }

  @Test
  @Invariant("I7")
  void aRenameRepeatedByAnotherClientIsAlreadyDone() {
    BlogStore other = otherStore();
    UserId user = blog.newUser();
    for (int i = 0; i < POSTS; i++) {
      NOW.updateAndGet(now -> now.plus(LAG));
      String name = Blog.unique("name");

      assertThat(blog.store().renameUser(user, name).alreadyDone()).isFalse();
      assertThat(other.renameUser(user, name).alreadyDone()).as("again").isTrue();
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  @Invariant("I9")
  void aSlugWhoseReservationAReplicaLacksIsReleasedByAnotherClient(boolean wasOfAnotherPost) {
    RepairWrites writes = Kernel.of(blog.database()).repairs(report -> {});
    for (int i = 0; i < POSTS; i++) {
      NOW.updateAndGet(now -> now.plus(LAG));
      Slug slug = Slug.from(Blog.unique("slug"));
      PostId post = PostId.of(Blog.unique("post"));
      String id = ReservationItem.idOfSlug(slug);
      if (wasOfAnotherPost) {
        assertThat(writes.reserve(slug, PostId.of("other"))).isTrue();
        NOW.updateAndGet(now -> now.plus(LAG));
        blog.users().deleteItem(id, new PartitionKey(id), new CosmosItemRequestOptions());
      }
      assertThat(writes.reserve(slug, post)).isTrue();
      DeletedPost deleted =
          new DeletedPost(
              post,
              Optional.empty(),
              Optional.empty(),
              1,
              Optional.empty(),
              List.of(slug),
              List.of());

      host.slugs().release(deleted);

      assertThatThrownBy(() -> blog.users().readItem(id, new PartitionKey(id), JsonNode.class))
          .isInstanceOf(CosmosException.class);
    }
  }

  @Test
  @Invariant("I7")
  void aRenameBackByAnotherClientIsDone() {
    BlogStore other = otherStore();
    UserId user = blog.newUser();
    String name = blog.store().findUser(user).orElseThrow().username();
    for (int i = 0; i < POSTS; i++) {
      NOW.updateAndGet(now -> now.plus(LAG));
      String given = Blog.unique("name");

      assertThat(blog.store().renameUser(user, given).alreadyDone()).isFalse();
      assertThat(other.renameUser(user, name).alreadyDone()).as("back").isFalse();

      NOW.updateAndGet(now -> now.plus(LAG));
      assertThat(blog.store().findUserByUsername(name)).get().returns(user, User::id);
      assertThat(blog.store().findUserByUsername(given)).isEmpty();
    }
  }

  @Test
  @Invariant("I7")
  void anEditOfAVersionThatAReplicaLacksIsDoneByAnotherClient() {
    BlogStore other = otherStore();
    PostId post = blog.newPost();
    for (int i = 0; i < POSTS; i++) {
      NOW.updateAndGet(now -> now.plus(LAG));
      EditPost titled = EditPost.of(post).title("Title " + i);
      long version = blog.store().editPost(titled).value().version();

      Post edited =
          other.editPost(EditPost.of(post).property("rank", i).ifVersion(version)).value();
      assertThat(edited.version()).isEqualTo(version + 1);
      assertThat(edited.title()).isEqualTo("Title " + i);
      assertThat(edited.properties()).isEqualTo(CustomProperties.of(Map.of("rank", i)));

      EditPost early = EditPost.of(post).property("rank", -1).ifVersion(version + 9);
      assertThatThrownBy(() -> other.editPost(early))
          .isInstanceOfSatisfying(
              VersionConflictException.class,
              e -> assertThat(e.currentVersion()).isEqualTo(version + 1));
    }
  }

  /** The condition fails at the primary, and a lagging replica still shows open comments. */
  @Test
  @Invariant("I7")
  void commentsThatAnotherClientClosedAreRefused() {
    BlogStore other = otherStore();
    UserId user = blog.newUser();
    for (int i = 0; i < POSTS; i++) {
      PostId post = blog.newPost(user);
      NOW.updateAndGet(now -> now.plus(LAG));
      blog.store().closeComments(post);

      CreateComment comment = CreateComment.of(post, user, "Late");
      assertThatThrownBy(() -> other.createComment(comment))
          .isInstanceOf(CommentsClosedException.class);
      assertThat(other.closeComments(post).alreadyDone()).isTrue();
      assertThat(other.openComments(post).alreadyDone()).isFalse();
      assertThat(blog.store().createComment(comment).alreadyDone()).isFalse();
      assertThat(blog.store().openComments(post).alreadyDone()).isTrue();
    }
  }

  /** Publishing due posts removes a post that isn't published from the schedule. */
  @Test
  @Invariant("I13")
  void aPostScheduledInAnotherFormatIsPublishedByAnotherClient() {
    UserId author = blog.newUser();
    Instant time = Instant.parse("2222-01-01T00:00:00Z");
    CreatePost scheduled =
        CreatePost.of(author, "Title", "Content").publishAt(time.plus(Duration.ofDays(1)));
    for (int i = 0; i < POSTS; i++) {
      NOW.updateAndGet(now -> now.plus(LAG));
      PostId post = blog.store().createPost(scheduled).value().id();
      if (i % 2 == 0) {
        // It reaches the replica with the time that it has until another program sets its own.
        NOW.updateAndGet(now -> now.plus(LAG));
      }
      blog.posts()
          .patchItem(
              post.value(),
              new PartitionKey(post.value()),
              CosmosPatchOperations.create().set("/publishAt", time.toString()),
              PostItem.class);

      assertThat(host.statuses().publishScheduled(post, time)).isTrue();
      assertThat(blog.stored(post).isListed()).isTrue();
    }
  }

  @Test
  @Invariant("I7")
  void propertiesOfAnItemThatAReplicaLacksAreEditedByAnotherClient() {
    BlogStore other = otherStore();
    CustomProperties ranked = CustomProperties.of(Map.of("rank", 1));
    for (int i = 0; i < POSTS; i++) {
      NOW.updateAndGet(now -> now.plus(LAG));
      UserId user = blog.newUser();
      PostId post = blog.newPost(user);
      Comment comment = blog.store().createComment(CreateComment.of(post, user, "Hm")).value();

      EditPost edit = EditPost.of(post).property("rank", 1);
      assertThat(other.editPost(i % 2 == 0 ? edit : edit.ifVersion(0)).value().properties())
          .isEqualTo(ranked);
      assertThat(
              other
                  .editComment(EditComment.of(post, comment.id()).property("rank", 1))
                  .value()
                  .properties())
          .isEqualTo(ranked);
      assertThat(other.editUser(EditUser.of(user).property("rank", 1)).value().properties())
          .isEqualTo(ranked);
    }
  }

  @Test
  @Invariant("I7")
  void creatingAUserAgainByAnotherClientIsAlreadyDone() {
    BlogStore other = otherStore();
    for (int i = 0; i < POSTS; i++) {
      NOW.updateAndGet(now -> now.plus(LAG));
      String name = Blog.unique("user");
      CreateUser command = CreateUser.named(name).withId(UserId.of(name));

      assertThat(blog.store().createUser(command).alreadyDone()).isFalse();
      assertThat(other.createUser(command).alreadyDone()).as("again").isTrue();
    }
  }

  @Test
  @Invariant("I7")
  void creatingADuePostAgainByAnotherClientIsAlreadyDone() {
    Instant time = Instant.parse("2222-01-01T00:00:00Z");
    BlogStore late = otherStore(settings -> settings.clock(Clock.fixed(time, ZoneOffset.UTC)));
    CreatePost scheduled = CreatePost.of(blog.newUser(), "Title", "Content").publishAt(time);
    for (int i = 0; i < POSTS; i++) {
      NOW.updateAndGet(now -> now.plus(LAG));
      CreatePost command = scheduled.withId(PostId.of(Blog.unique("post")));

      assertThat(blog.store().createPost(command).alreadyDone()).isFalse();
      assertThat(late.createPost(command).alreadyDone()).as("again").isTrue();
    }
  }

  private BlogStore otherStore() {
    return otherStore(settings -> settings);
  }

  private BlogStore otherStore(UnaryOperator<BlogDatabaseBuilder> settings) {
    BlogDatabaseBuilder builder =
        BlogDatabase.builder().client(otherClient, blog.cosmosDatabase().getId());
    return BlogStore.on(settings.apply(builder).build());
  }
}
