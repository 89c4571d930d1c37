package dev.cosmosblog.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.eq;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.times;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import com.azure.cosmos.CosmosException;
import com.azure.cosmos.models.PartitionKey;
import dev.cosmosblog.model.Comment;
import dev.cosmosblog.model.CommentId;
import dev.cosmosblog.model.CustomProperties;
import dev.cosmosblog.model.Like;
import dev.cosmosblog.model.Post;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.PostStatus;
import dev.cosmosblog.model.PostSummary;
import dev.cosmosblog.model.Slug;
import dev.cosmosblog.model.User;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.store.BlogStore;
import dev.cosmosblog.store.command.CommandResult;
import dev.cosmosblog.store.command.CreateComment;
import dev.cosmosblog.store.command.CreatePost;
import dev.cosmosblog.store.command.CreateUser;
import dev.cosmosblog.store.command.EditComment;
import dev.cosmosblog.store.command.EditPost;
import dev.cosmosblog.store.command.EditUser;
import dev.cosmosblog.store.command.EraseUser;
import dev.cosmosblog.store.config.CachedRead;
import dev.cosmosblog.store.config.RetryPolicy;
import dev.cosmosblog.store.error.CommentNotFoundException;
import dev.cosmosblog.store.error.PostNotFoundException;
import dev.cosmosblog.store.error.StoreUnavailableException;
import dev.cosmosblog.store.error.ThrottledException;
import dev.cosmosblog.store.error.UserNotFoundException;
import dev.cosmosblog.store.error.UsernameTakenException;
import dev.cosmosblog.store.error.VersionConflictException;
import dev.cosmosblog.store.query.CommentOrder;
import dev.cosmosblog.store.query.Page;
import dev.cosmosblog.store.query.PageRequest;
import dev.cosmosblog.store.query.Visibility;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.mockito.Mockito;
import org.mockito.MockitoSession;
import org.mockito.quality.Strictness;

class MockedBlogTest {
  private static final UserId ANN = UserId.of("ann");
  private static final PostId P1 = PostId.of("p1");
  private static final CommentId C1 = CommentId.of("c1");

  private final MockedBlog blog = MockedBlog.create();
  private final BlogStore store = blog.store();

  private static Comment comment(String id, int second) {
    Instant date = MockedBlog.NOW.plusSeconds(second);
    return new Comment(CommentId.of(id), P1, ANN, "ann", "Text of " + id, date);
  }

  private static Like like(String user) {
    return new Like(P1, UserId.of(user), user, MockedBlog.NOW);
  }

  private static Post post(String id, PostStatus status) {
    return new Post(
        PostId.of(id),
        ANN,
        "ann",
        "Title",
        "Text",
        3,
        2,
        MockedBlog.NOW,
        4,
        MockedBlog.NOW.plusSeconds(5),
        status,
        null,
        CustomProperties.of(Map.of("tag", "java")),
        null,
        null,
        List.of(),
        false);
  }

  // Reads

  @Test
  void aStubbedUserIsFound() {
    User ann = blog.hasUser(new User(ANN, "Ann", 3).with(CustomProperties.of(Map.of("age", 7))));
    User bob = blog.hasUser("bob");

    assertThat(store.findUser(ANN)).contains(ann);
    assertThat(store.findUser(UserId.of("bob"))).contains(bob);
    assertThat(bob.username()).isEqualTo("bob");
    verify(blog.users()).readItem(eq("bob"), eq(new PartitionKey("bob")), any());
  }

  @Test
  void aMissingItemIsEmpty() {
    blog.hasNoUser("ann");
    blog.hasNoPost("p1");

    assertThat(store.findUser(ANN)).isEmpty();
    assertThat(store.findPost(P1)).isEmpty();
  }

  @Test
  void theLastStubOfAnItemCounts() {
    blog.hasNoUser("ann");
    blog.hasUser("ann");
    assertThat(store.findUser(ANN)).isPresent();
    blog.hasNoUser("ann");
    assertThat(store.findUser(ANN)).isEmpty();
  }

  @Test
  void aStubbedPostIsFoundWithItsCountsAndEdits() {
    Post published = blog.hasPost(post("p1", PostStatus.PUBLISHED));
    Post draft = blog.hasPost(post("p2", PostStatus.DRAFT));

    assertThat(store.findPost(P1)).contains(published);
    assertThat(store.findPost(draft.id())).isEmpty();
    assertThat(store.findPost(draft.id(), Visibility.ALL)).contains(draft);
  }

  @Test
  void usersAreFoundByNameAndOtherNamesAreFree() {
    User ann = blog.hasUser(new User(ANN, "Ann"));

    assertThat(store.findUserByUsername("ANN")).contains(ann);
    assertThat(store.findUserByUsername("Bob")).isEmpty();
  }

  @Test
  void commentsHaveSeveralPagesInBothOrders() {
    Comment[] comments =
        IntStream.range(0, 5).mapToObj(i -> comment("c" + i, i)).toArray(Comment[]::new);
    blog.hasComments(P1, comments[2], comments[0], comments[4], comments[1], comments[3]);

    List<Comment> found = new ArrayList<>();
    Page<Comment> page = store.commentsOf(P1, PageRequest.first(2));
    found.addAll(page.items());
    int pages = 1;
    for (; page.next().isPresent(); pages++) {
      page = store.commentsOf(P1, new PageRequest(2, page.next().get()));
      found.addAll(page.items());
    }

    assertThat(pages).isEqualTo(3);
    assertThat(found)
        .containsExactly(comments[4], comments[3], comments[2], comments[1], comments[0]);
    assertThat(store.commentsOf(P1, PageRequest.first(9), CommentOrder.OLDEST_FIRST).items())
        .containsExactly(comments);
  }

  @Test
  void pagesContinueBetweenItemsOfOneDate() {
    blog.hasComments(P1, comment("a", 0), comment("b", 0), comment("c", 0));

    Page<Comment> first = store.commentsOf(P1, PageRequest.first(2));
    Page<Comment> second = store.commentsOf(P1, new PageRequest(2, first.next().orElseThrow()));

    assertThat(first.items()).extracting(found -> found.id().value()).containsExactly("c", "b");
    assertThat(second.items()).extracting(found -> found.id().value()).containsExactly("a");
    assertThat(second.next()).isEmpty();
  }

  @Test
  void aListIsCompleteSoThatOtherItemsAreMissing() {
    Comment comment = comment("c1", 0);
    blog.hasComments(P1, comment);
    blog.hasLikes(P1, like("ann"));

    assertThat(store.findComment(P1, C1)).contains(comment);
    assertThat(store.findComment(P1, CommentId.of("c2"))).isEmpty();
    assertThat(store.findLike(P1, ANN)).contains(like("ann"));
    assertThat(store.findLike(P1, UserId.of("bob"))).isEmpty();
    assertThat(store.likesOf(P1, PageRequest.first(5)).items()).containsExactly(like("ann"));
  }

  @Test
  void hiddenCommentsAreListedByVisibility() {
    Comment listed = comment("c1", 0);
    Comment hidden =
        new Comment(
            CommentId.of("c2"),
            P1,
            ANN,
            "ann",
            "Rude",
            MockedBlog.NOW,
            2,
            MockedBlog.NOW.plusSeconds(9),
            true,
            false,
            CustomProperties.NONE);
    blog.hasComments(P1, listed, hidden);

    assertThat(store.commentsOf(P1, PageRequest.first(5)).items()).containsExactly(listed);
    assertThat(
            store
                .commentsOf(
                    P1, PageRequest.first(5), CommentOrder.NEWEST_FIRST, Visibility.UNLISTED)
                .items())
        .containsExactly(hidden);
  }

  @Test
  void emptyListsAreStubbedWithoutItems() {
    blog.hasComments(P1);
    blog.hasLikes(P1);
    blog.hasPostsOf(ANN);
    blog.hasFrontPage();

    assertThat(store.commentsOf(P1, PageRequest.first(5)).items()).isEmpty();
    assertThat(store.likesOf(P1, PageRequest.first(5)).items()).isEmpty();
    assertThat(store.postsOf(ANN, PageRequest.first(5)).items()).isEmpty();
    assertThat(store.recentPosts(5)).isEmpty();
  }

  @Test
  void aUsersPostsAndTheFrontPageAreSummaries() {
    MockedBlog tagged = MockedBlog.create(settings -> settings.summaryProperties("tag"));
    Post published = post("p1", PostStatus.PUBLISHED);
    Post draft = post("p2", PostStatus.DRAFT);
    tagged.hasPostsOf(ANN, published, draft);
    tagged.hasFrontPage(published);

    Page<PostSummary> all = tagged.store().postsOf(ANN, PageRequest.first(5), Visibility.ALL);

    assertThat(tagged.store().postsOf(ANN, PageRequest.first(5)).items())
        .containsExactly(published.summary());
    assertThat(all.items()).containsExactly(draft.summary(), published.summary());
    assertThat(tagged.store().recentPosts(5)).containsExactly(published.summary());
  }

  @Test
  void readsWithOptionsReturnTheStubs() {
    MockedBlog cached =
        MockedBlog.create(
            settings -> settings.integratedCache(CachedRead.POSTS, Duration.ofSeconds(5)));
    Post post = cached.hasPost(post("p1", PostStatus.PUBLISHED));

    assertThat(cached.store().findPost(P1)).contains(post);
    verify(cached.posts()).readItem(any(), any(), any(), any());
  }

  @Test
  void likedPostsAreReadOneByOneOrTogether() {
    List<PostId> posts = IntStream.range(0, 6).mapToObj(i -> PostId.of("p" + i)).toList();
    posts.forEach(id -> blog.hasLikes(id));
    blog.hasLikes(P1, like("ann"));

    assertThat(store.likedPosts(ANN, posts)).containsExactly(P1);
    assertThat(store.likedPosts(ANN, posts.subList(0, 2))).containsExactly(P1);
  }

  // Missing stubs

  @Test
  void aReadWithoutAStubNamesContainerOperationAndId() {
    assertThatThrownBy(() -> store.findUser(UserId.of("bob")))
        .isInstanceOf(AssertionError.class)
        .hasMessage(
            "No stub for readItem of the id 'bob' in the container 'users'."
                + " Call hasUser(\"bob\") or hasNoUser(\"bob\").");
    assertThatThrownBy(() -> store.findPost(P1))
        .hasMessage(
            "No stub for readItem of the id 'p1' in the container 'posts'."
                + " Call hasPost(\"p1\", author) or hasNoPost(\"p1\").");
    assertThatThrownBy(() -> store.findComment(P1, C1))
        .hasMessage(
            "No stub for readItem of the id 'c1' in the container 'posts'."
                + " Call hasComments(PostId.of(\"p1\"), ...).");
    assertThatThrownBy(() -> store.findLike(P1, ANN))
        .hasMessage(
            "No stub for readItem of the id 'like~ann' in the container 'posts'."
                + " Call hasLikes(PostId.of(\"p1\"), ...).");
    assertThatThrownBy(() -> store.recentPosts(5))
        .hasMessage(
            "No stub for readItem of the id 'newest' in the container 'feed'."
                + " Call hasFrontPage(...).");
  }

  @Test
  void aListWithoutAStubNamesContainerOperationAndPartition() {
    PageRequest page = PageRequest.first(5);
    assertThatThrownBy(() -> store.commentsOf(P1, page))
        .hasMessage(
            "No stub for queryItems of the type 'comment' in the partition 'p1' of the container"
                + " 'posts'. Call hasComments(PostId.of(\"p1\"), ...).");
    assertThatThrownBy(() -> store.likesOf(P1, page))
        .hasMessageContaining("Call hasLikes(PostId.of(\"p1\"), ...).");
    assertThatThrownBy(() -> store.postsOf(ANN, page))
        .hasMessageContaining("'users'")
        .hasMessageContaining("Call hasPostsOf(UserId.of(\"ann\"), ...).");
  }

  @Test
  void anEditWithoutAStubNamesTheItem() {
    assertThatThrownBy(() -> store.hidePost(P1))
        .hasMessageStartingWith("No stub for patchItem of the id 'p1' in the container 'posts'.");
  }

  @Test
  void aReadOnAnotherThreadWithoutAStubNamesTheItem() {
    assertThatThrownBy(() -> store.withTimeout(Duration.ofMinutes(1)).findPost(P1))
        .isInstanceOf(AssertionError.class)
        .hasMessageStartingWith("No stub for readItem of the id 'p1'");
    assertThatThrownBy(() -> store.likedPosts(ANN, List.of(P1)))
        .isInstanceOf(AssertionError.class)
        .hasMessageStartingWith("No stub for readItem of the id 'like~ann'");
  }

  @Test
  void unsupportedCommandsSaySo() {
    blog.hasUser("ann");
    assertThatThrownBy(() -> store.eraseUser(EraseUser.remove(ANN)))
        .isInstanceOf(AssertionError.class)
        .hasMessageStartingWith("MockedBlog doesn't support eraseUser.");
    assertThatThrownBy(() -> blog.posts().read())
        .isInstanceOf(AssertionError.class)
        .hasMessageStartingWith("MockedBlog doesn't support read in the container 'posts'.");
  }

  // Commands

  @Test
  void usersAreCreated() {
    CommandResult<User> created = store.createUser("Ann");

    assertThat(created.alreadyDone()).isFalse();
    assertThat(created.value()).isEqualTo(new User(UserId.of("id-1"), "Ann"));
    verify(blog.users(), times(2)).createItem(any(), any(), any());
  }

  @Test
  void aTakenNameIsAConflictOfTheReservation() {
    blog.hasUser(new User(ANN, "Ann"));
    blog.nextRequestFails(409);

    assertThatThrownBy(() -> store.createUser("ann")).isInstanceOf(UsernameTakenException.class);
  }

  @Test
  void aUserIsCreatedOnce() {
    MockedBlog ambiguous = MockedBlog.create(settings -> settings.uniqueUsernames(false));
    ambiguous.hasUser(new User(ANN, "Ann"));
    ambiguous.nextRequestFails(409);

    assertThat(ambiguous.store().createUser(CreateUser.named("Ann").withId(ANN)).alreadyDone())
        .isTrue();
  }

  @Test
  void usersAreRenamedAndEdited() {
    User ann = blog.hasUser(new User(ANN, "Ann", 2));

    assertThat(store.renameUser(ANN, "Anna").value()).isEqualTo(ann.renamed("Anna"));
    assertThat(store.renameUser(ANN, "Ann").alreadyDone()).isTrue();
    User edited = store.editUser(EditUser.of(ANN).property("age", 8)).value();
    assertThat(edited.properties().asMap()).containsEntry("age", 8L);
    assertThat(edited.editVersion()).isEqualTo(1);
    assertThat(edited.updatedAt()).isEqualTo(MockedBlog.NOW);
  }

  @Test
  void postsAreCreated() {
    User ann = blog.hasUser("ann");

    assertThat(store.createPost(ann, "Hello", "World").value())
        .isEqualTo(new Post(PostId.of("id-1"), ANN, "ann", "Hello", "World", MockedBlog.NOW));
    assertThat(store.createPost(CreatePost.of(ANN, "Hello", "World")).value().id())
        .isEqualTo(PostId.of("id-2"));
    blog.hasNoUser("ann");
    assertThatThrownBy(() -> store.createPost(CreatePost.of(ANN, "Hello", "World")))
        .isInstanceOf(UserNotFoundException.class);
  }

  @Test
  void postsAreEditedAndDeleted() {
    Post post = blog.hasPost(post("p1", PostStatus.PUBLISHED));

    Post edited = store.editPost(EditPost.of(P1).title("New")).value();
    assertThat(edited.title()).isEqualTo("New");
    assertThat(edited.content()).isEqualTo(post.content());
    assertThat(edited.version()).isEqualTo(5);
    assertThat(edited.updatedAt()).isEqualTo(MockedBlog.NOW);
    assertThat(store.hidePost(P1).value().status()).isEqualTo(PostStatus.HIDDEN);
    assertThat(store.deletePost(P1).alreadyDone()).isFalse();
    // Writes don't change what is read.
    assertThat(store.findPost(P1)).contains(post);
  }

  @Test
  void aMissingPostIsNeitherEditedNorDeleted() {
    blog.hasNoPost("p1");

    assertThatThrownBy(() -> store.editPost(EditPost.of(P1).title("New")))
        .isInstanceOf(PostNotFoundException.class);
    assertThatThrownBy(() -> store.publishPost(P1)).isInstanceOf(PostNotFoundException.class);
    assertThat(store.deletePost(P1).alreadyDone()).isTrue();
  }

  @Test
  void anEditOfAnotherVersionIsAConflict() {
    blog.hasPost(post("p1", PostStatus.PUBLISHED));
    blog.nextRequestFails(412);

    assertThatThrownBy(() -> store.editPost(EditPost.of(P1).title("New").ifVersion(1)))
        .isInstanceOf(VersionConflictException.class);
  }

  @Test
  void commentsAreCreatedEditedHiddenAndDeleted() {
    User ann = blog.hasUser("ann");
    Comment comment = comment("c1", 0);
    blog.hasComments(P1, comment);

    assertThat(store.createComment(P1, ann, "Hi").value())
        .isEqualTo(new Comment(CommentId.of("id-1"), P1, ANN, "ann", "Hi", MockedBlog.NOW));
    assertThat(store.editComment(EditComment.of(P1, C1).content("Ho")).value().content())
        .isEqualTo("Ho");
    assertThat(store.hideComment(P1, C1).alreadyDone()).isFalse();
    assertThat(store.showComment(P1, C1).alreadyDone()).isFalse();
    assertThat(store.deleteComment(P1, C1).alreadyDone()).isFalse();
    verify(blog.posts(), times(4)).executeCosmosBatch(any());
  }

  @Test
  void aMissingCommentIsNeitherEditedNorHiddenNorDeleted() {
    blog.hasComments(P1);

    assertThatThrownBy(() -> store.editComment(EditComment.of(P1, C1).content("Ho")))
        .isInstanceOf(CommentNotFoundException.class);
    assertThatThrownBy(() -> store.hideComment(P1, C1))
        .isInstanceOf(CommentNotFoundException.class);
    assertThat(store.deleteComment(P1, C1).alreadyDone()).isTrue();
  }

  @Test
  void aCommentOnAMissingPostIsRefused() {
    User ann = blog.hasUser("ann");
    blog.batchFails(404);
    assertThatThrownBy(() -> store.createComment(P1, ann, "Hi"))
        .isInstanceOf(PostNotFoundException.class);
    // Only the next batch fails.
    assertThat(store.createComment(P1, ann, "Hi").alreadyDone()).isFalse();

    blog.hasNoPost("p1");
    assertThatThrownBy(() -> store.createComment(P1, ann, "Hi"))
        .isInstanceOf(PostNotFoundException.class);
    blog.hasPost(post("p1", PostStatus.HIDDEN));
    blog.batchFails(412);
    assertThatThrownBy(() -> store.createComment(P1, ann, "Hi"))
        .isInstanceOf(PostNotFoundException.class);
  }

  @Test
  void aCommentIsCreatedOnce() {
    User ann = blog.hasUser("ann");
    Comment comment = comment("c1", 0);
    blog.hasComments(P1, comment);
    blog.batchFails(409);

    CommandResult<Comment> again = store.createComment(CreateComment.of(P1, ANN, "Hi").withId(C1));

    assertThat(again.alreadyDone()).isTrue();
    assertThat(again.value()).isEqualTo(comment);
    assertThat(ann.id()).isEqualTo(ANN);
  }

  @Test
  void aLikeIsCreatedOnce() {
    blog.hasUser("ann");
    assertThat(store.likePost(P1, ANN).alreadyDone()).isFalse();

    blog.hasLikes(P1, like("ann"));
    blog.batchFails(409);
    CommandResult<Like> again = store.likePost(P1, ANN);

    assertThat(again.alreadyDone()).isTrue();
    assertThat(again.value()).isEqualTo(like("ann"));
  }

  @Test
  void likesAreRemoved() {
    assertThat(store.unlikePost(P1, ANN).alreadyDone()).isFalse();
    blog.batchFails(404);
    assertThat(store.unlikePost(P1, ANN).alreadyDone()).isTrue();
    blog.hasLikes(P1);
    assertThat(store.unlikePost(P1, ANN).alreadyDone()).isTrue();
    blog.hasLikes(P1, like("ann"));
    blog.hasNoPost("p1");
    assertThatThrownBy(() -> store.unlikePost(P1, ANN)).isInstanceOf(PostNotFoundException.class);
  }

  // Failures

  @Test
  void aThrottledRequestIsRetriedTwiceWithoutARealWait() {
    User ann = blog.hasUser("ann");
    blog.nextRequestFails(429, 3200, Duration.ofSeconds(2));
    blog.nextRequestFails(429, 3200, Duration.ofSeconds(2));

    assertThat(store.findUser(ANN)).contains(ann);
    verify(blog.users(), times(3)).readItem(any(), any(), any());

    blog.nextRequestsFail(3, 429);
    assertThatThrownBy(() -> store.findUser(ANN)).isInstanceOf(ThrottledException.class);
    assertThat(store.findUser(ANN)).contains(ann);
  }

  @Test
  void anExhaustedRetryReportsTheStubbedFailure() {
    MockedBlog impatient = MockedBlog.create(settings -> settings.retryPolicy(RetryPolicy.none()));
    impatient.nextRequestFails(429, 3200, Duration.ofSeconds(2));

    ThrottledException thrown =
        catchThrowableOfType(ThrottledException.class, () -> impatient.store().recentPosts(5));

    assertThat(thrown.statusCode()).isEqualTo(429);
    assertThat(thrown.subStatusCode()).isEqualTo(3200);
    assertThat(thrown.retryAfter()).isEqualTo(Duration.ofSeconds(2));
    assertThat(thrown.getCause())
        .isInstanceOf(CosmosException.class)
        .hasMessage(
            "Stubbed with MockedBlog: readItem of the id 'newest' in the container 'feed' failed"
                + " with status 429 and substatus 3200.");
    StringWriter printed = new StringWriter();
    thrown.printStackTrace(new PrintWriter(printed, true));
    assertThat(printed.toString())
        .contains("Caused by: com.azure.cosmos.CosmosException: Stubbed with MockedBlog")
        .contains("MockedBlogTest");
  }

  @Test
  void everyKindOfRequestFails() {
    MockedBlog impatient = MockedBlog.create(settings -> settings.retryPolicy(RetryPolicy.none()));
    BlogStore failing = impatient.store();
    User ann = impatient.hasUser("ann");
    impatient.hasPost("p1", ann);
    impatient.hasComments(P1);
    Stream.<Runnable>of(
            () -> failing.findPost(P1),
            () -> failing.commentsOf(P1, PageRequest.first(5)),
            () ->
                failing.likedPosts(
                    ANN, IntStream.range(0, 9).mapToObj(i -> PostId.of("p" + i)).toList()),
            () -> failing.createPost(ann, "Hello", "World"),
            () -> failing.deletePost(P1),
            () -> failing.hidePost(P1),
            () -> failing.createComment(P1, ann, "Hi"))
        .forEach(
            request -> {
              impatient.nextRequestFails(503);
              assertThatThrownBy(request::run).isInstanceOf(StoreUnavailableException.class);
            });
  }

  @Test
  void aThrottledBatchIsRetried() {
    User ann = blog.hasUser("ann");
    blog.batchFails(429);

    assertThat(store.createComment(P1, ann, "Hi").alreadyDone()).isFalse();

    verify(blog.posts(), times(2)).executeCosmosBatch(any());
    verify(blog.users(), never()).readItem(any(), any(), any());
  }

  @Test
  void onlyAFailuresStatusIsAccepted() {
    assertThatThrownBy(() -> blog.nextRequestFails(200))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "status must be between 400 and 599, but was 200. Pass the status of a failure.");
    assertThatThrownBy(() -> blog.batchFails(600)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void itemsOfOthersAreRefused() {
    assertThatThrownBy(() -> blog.hasComments(PostId.of("p2"), comment("c1", 0)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "Expected each comment of the post 'p2', but one is of 'p1'. Stub that one with another"
                + " call.");
  }

  // Mockito

  @Test
  void unusedStubsAreNoStubbingsOfAStrictSession() {
    MockitoSession session =
        Mockito.mockitoSession().strictness(Strictness.STRICT_STUBS).startMocking();
    MockedBlog strict = MockedBlog.create();
    User ann = strict.hasUser("ann");
    strict.hasPost("p1", ann);

    assertThat(strict.store().createComment(P1, ann, "Hi").alreadyDone()).isFalse();

    session.finishMocking();
  }

  @Test
  void requestsCanBeStubbedWithMockito() {
    when(blog.users().readItem(any(), any(), any())).thenThrow(new IllegalStateException("mine"));

    assertThatThrownBy(() -> store.findUser(ANN)).hasRootCauseMessage("mine");
    assertThat(blog.users().getId()).isEqualTo("users");
    assertThat(blog.users()).hasToString("users");
  }

  @Test
  void aPostIsFoundByItsSlug() {
    User ann = blog.hasUser("ann");
    Slug slug = Slug.of("hello");
    PostId id = PostId.of("p1");
    Post post = blog.store().createPost(CreatePost.of(ann, "Hello", "").withId(id)).value();
    CreatePost command = CreatePost.of(ann, "Hello", "").withId(id).slug(slug);
    Post slugged = blog.hasPost(blog.store().createPost(command).value());

    assertThat(post.slug()).isNull();
    assertThat(blog.store().findPostBySlug(slug)).contains(slugged);
    assertThat(blog.store().findPostBySlug(Slug.of("other"))).isEmpty();
  }
}
