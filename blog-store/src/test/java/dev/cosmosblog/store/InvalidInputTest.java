package dev.cosmosblog.store;

import static dev.cosmosblog.store.MockedContainers.ANN;
import static dev.cosmosblog.store.MockedContainers.POST;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;
import static org.mockito.Mockito.clearInvocations;
import static org.mockito.Mockito.verifyNoInteractions;

import dev.cosmosblog.model.CommentId;
import dev.cosmosblog.model.InvalidInputException;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.Slug;
import dev.cosmosblog.model.Tag;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.store.command.CreateComment;
import dev.cosmosblog.store.command.CreatePost;
import dev.cosmosblog.store.command.CreateUser;
import dev.cosmosblog.store.command.EditComment;
import dev.cosmosblog.store.command.EditPost;
import dev.cosmosblog.store.command.LikePost;
import dev.cosmosblog.store.config.ContainerNames;
import dev.cosmosblog.store.query.ContinuationToken;
import dev.cosmosblog.store.query.PageRequest;
import dev.cosmosblog.store.query.SessionToken;
import dev.cosmosblog.testsupport.Trap;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Invalid input is refused before a request; the message has the allowed range. */
class InvalidInputTest {
  private static final String TWO_MEGABYTES = "x".repeat(2 * 1024 * 1024);
  private static final CreatePost A_POST = CreatePost.of(ANN, "t", "c");
  private static final CreateComment A_COMMENT = CreateComment.of(POST, ANN, "c");
  private static final Instant TOO_LATE = Instant.parse("+10000-01-01T00:00:00Z");

  private final MockedContainers blog = new MockedContainers();

  private record Case(String name, String argument, String message, Consumer<BlogStore> call) {}

  private static Stream<Case> cases() {
    return Stream.of(ids(), texts(), numbers()).flatMap(cases -> cases);
  }

  private static Stream<Case> ids() {
    return Stream.of(
        new Case("empty user id", "userId", "empty", s -> s.findUser(UserId.of(""))),
        new Case(
            "long post id", "postId", "at most 1023", s -> s.findPost(PostId.of("x".repeat(1024)))),
        new Case("two dots", "postId", "a URL cannot carry", s -> s.findPost(PostId.of(".."))),
        new Case("slash", "postId", "contains '/'", s -> s.findPost(PostId.of("a/b"))),
        new Case("backslash", "userId", "contains '\\'", s -> s.findUser(UserId.of("a\\b"))),
        new Case("question mark", "postId", "contains '?'", s -> s.findPost(PostId.of("a?b"))),
        new Case(
            "hash",
            "commentId",
            "contains '#'",
            s -> s.createComment(A_COMMENT.withId(CommentId.of("#")))),
        new Case(
            "post id of its author",
            "postId",
            "choose another id",
            s -> s.createPost(A_POST.withId(PostId.of(ANN.value())))),
        new Case(
            "comment id of its post",
            "commentId",
            "choose another id",
            s -> s.createComment(A_COMMENT.withId(CommentId.of(POST.value())))));
  }

  private static Stream<Case> texts() {
    return Stream.of(
        new Case("blank name", "username", "blank", s -> s.createUser(CreateUser.named(" "))),
        new Case("rename to a blank name", "username", "blank", s -> s.renameUser(ANN, "\t")),
        new Case(
            "name that is read backwards",
            "username",
            "U+202E (RIGHT-TO-LEFT OVERRIDE)",
            s -> s.renameUser(ANN, "\u202eAnn")),
        new Case("name of nothing", "username", "U+3164", s -> s.createUser("\u3164")),
        new Case("long name", "username", "at most 255", s -> s.renameUser(ANN, "n".repeat(256))),
        new Case(
            "large post",
            "post",
            "2 MB",
            s -> s.createPost(CreatePost.of(ANN, "t", TWO_MEGABYTES))),
        new Case(
            "large edit", "post", "2 MB", s -> s.editPost(new EditPost(POST, TWO_MEGABYTES, ""))),
        new Case(
            "edit of nothing",
            "command",
            "Set a text or a property",
            s -> s.editPost(EditPost.of(POST).ifVersion(1))),
        new Case(
            "long excerpt",
            "excerpt",
            "at most 500",
            s -> s.createPost(A_POST.excerpt("e".repeat(501)))),
        new Case(
            "long new excerpt",
            "excerpt",
            "at most 500",
            s -> s.editPost(EditPost.of(POST).excerpt("e".repeat(501)))),
        new Case(
            "long slug",
            "slug",
            "give 1 to 200",
            s -> s.createPost(A_POST.slug(Slug.of("s".repeat(201))))),
        new Case(
            "slug with a space",
            "slug",
            "Use Slug.from(title)",
            s -> s.findPostBySlug(Slug.of("low tide"))),
        new Case(
            "tag in upper case",
            "tag",
            "must be in lower case",
            s -> s.postsByTag(Tag.of("Java"), PageRequest.first(1))),
        new Case(
            "too many tags", "tags", "10 tags, but 11", s -> s.createPost(A_POST.tags(tags(11)))),
        new Case(
            "too many new tags",
            "tags",
            "10 tags, but 11",
            s -> s.editPost(EditPost.of(POST).tags(tags(11)))),
        new Case(
            "session token of another version",
            "sessionToken",
            "of version 1",
            s -> s.withSession(new SessionToken("2~p0.-1.9"))),
        new Case("no time", "timeout", "between PT0.001S", s -> s.withTimeout(Duration.ZERO)),
        new Case(
            "long new title",
            "title",
            "at most 1000",
            s -> s.editPost(EditPost.of(POST).title("t".repeat(1001)))),
        new Case(
            "large comment",
            "comment",
            "2 MB",
            s -> s.createComment(CreateComment.of(POST, ANN, TWO_MEGABYTES))),
        new Case(
            "long title",
            "title",
            "at most 1000",
            s -> s.createPost(CreatePost.of(ANN, "t".repeat(1001), "c"))),
        new Case(
            "half a pair",
            "title",
            "unpaired surrogate",
            s -> s.createPost(CreatePost.of(ANN, "\ud800", ""))),
        new Case(
            "a like where its post is",
            "postId",
            "isn't a post",
            s -> s.likePost(LikePost.of(PostId.of("like~" + ANN), ANN))),
        new Case(
            "no content",
            "content",
            "is null",
            s -> s.createComment(CreateComment.of(POST, ANN, null))));
  }

  private static List<Tag> tags(int count) {
    return IntStream.range(0, count).mapToObj(i -> Tag.of("tag-" + i)).toList();
  }

  private static Stream<Case> numbers() {
    PageRequest foreign = PageRequest.first(1).after(new ContinuationToken("{\"token\":1}"));
    PageRequest empty = PageRequest.first(1).after(new ContinuationToken(""));
    return Stream.of(
        new Case(
            "page of none",
            "size",
            "between 1 and 1,000",
            s -> s.likesOf(POST, PageRequest.first(0))),
        new Case("negative page", "size", "was -1", s -> s.postsOf(ANN, PageRequest.first(-1))),
        new Case(
            "large page", "size", "was 1001", s -> s.commentsOf(POST, PageRequest.first(1001))),
        new Case(
            "hearts of too many posts",
            "postIds",
            "got 1,001",
            s ->
                s.likedPosts(
                    ANN,
                    IntStream.rangeClosed(0, 1_000).mapToObj(i -> PostId.of("p" + i)).toList())),
        new Case("front page of none", "count", "1 to 100", s -> s.recentPosts(0)),
        new Case("negative front page", "count", "-5", s -> s.recentPosts(-5)),
        new Case(
            "larger front page",
            "count",
            "set BlogDatabaseBuilder.frontPageSize",
            s -> s.recentPosts(101)),
        new Case(
            "negative version of a post",
            "version",
            "0 or more, but was -1",
            s -> s.editPost(EditPost.of(POST).title("t").ifVersion(-1))),
        new Case(
            "negative version of a comment",
            "version",
            "was -7",
            s -> s.editComment(EditComment.of(POST, CommentId.of("c"), "c").ifVersion(-7))),
        new Case(
            "late post", "creationDate", "9999", s -> s.createPost(A_POST.writtenAt(TOO_LATE))),
        new Case(
            "late comment",
            "creationDate",
            "9999",
            s -> s.createComment(A_COMMENT.writtenAt(TOO_LATE))),
        new Case(
            "late like",
            "creationDate",
            "9999",
            s -> s.likePost(LikePost.of(POST, ANN).since(TOO_LATE))),
        new Case("foreign token", "token", "unchanged", s -> s.commentsOf(POST, foreign)),
        new Case("empty token", "token", "none for the first page", s -> s.postsOf(ANN, empty)),
        new Case("empty token of likes", "token", "is truncated", s -> s.likesOf(POST, empty)));
  }

  @TestFactory
  @Trap(19)
  Stream<DynamicTest> badInputIsRefusedWithItsReasonBeforeAnythingIsSent() {
    return cases().map(bad -> dynamicTest(bad.name(), () -> refused(bad)));
  }

  private void refused(Case bad) {
    BlogStore store = blog.store();
    clearInvocations(blog.users, blog.posts, blog.frontPage);
    assertThatThrownBy(() -> bad.call().accept(store))
        .isInstanceOfSatisfying(
            InvalidInputException.class, e -> assertThat(e.argument()).isEqualTo(bad.argument()))
        .hasMessageContaining(bad.message());
    verifyNoInteractions(blog.users, blog.posts, blog.frontPage);
  }

  @Test
  void theFrontPageHasTheConfiguredLimit() {
    assertThat(blog.database(settings -> settings.frontPageSize(7)).frontPageSize()).isEqualTo(7);
    BlogStore store = blog.store(settings -> settings.frontPageSize(7));
    assertThatThrownBy(() -> store.recentPosts(8))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("returns 1 to 7 posts, but 8 were asked for");
  }

  @Test
  void aDatabaseNeedsClientsOrContainers() {
    assertThatThrownBy(() -> BlogDatabase.builder().build())
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("client builder, clients or containers");
  }

  @Test
  void aSummaryHasOneToFiveHundredCharacters() {
    for (int length : new int[] {0, -1, 501}) {
      assertThatThrownBy(() -> BlogDatabase.builder().summaryLength(length))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("summaryLength must be between 1 and 500");
    }
    assertThat(blog.database(settings -> settings.summaryLength(500)).summaryLength())
        .isEqualTo(500);
  }

  @Test
  void aFrontPageSizeOutOfRangeIsRefused() {
    for (int size : new int[] {0, -1, 1001}) {
      assertThatThrownBy(() -> BlogDatabase.builder().frontPageSize(size))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("between 1 and 150");
    }
  }

  @Test
  void containersNeedFourNames() {
    assertThatThrownBy(() -> new ContainerNames("a", "b", " ", "d"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("blank");
    assertThatThrownBy(() -> new ContainerNames("a", "b", "a", "d"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("a different name");
  }
}
