package dev.cosmosblog.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.cosmos.models.PartitionKey;
import com.azure.cosmos.models.SqlParameter;
import com.azure.cosmos.models.SqlQuerySpec;
import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmosblog.model.Comment;
import dev.cosmosblog.model.CommentId;
import dev.cosmosblog.model.InvalidInputException;
import dev.cosmosblog.model.Post;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.PostStatus;
import dev.cosmosblog.model.PostSummary;
import dev.cosmosblog.model.StatusChange;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.store.command.ChangeStatus;
import dev.cosmosblog.store.command.CommandResult;
import dev.cosmosblog.store.command.CreateComment;
import dev.cosmosblog.store.command.CreatePost;
import dev.cosmosblog.store.command.EditComment;
import dev.cosmosblog.store.command.EditPost;
import dev.cosmosblog.store.error.CommentNotFoundException;
import dev.cosmosblog.store.error.InvalidScheduleException;
import dev.cosmosblog.store.error.PostNotFoundException;
import dev.cosmosblog.store.error.StatusConflictException;
import dev.cosmosblog.store.error.VersionConflictException;
import dev.cosmosblog.store.internal.repository.ListQuery;
import dev.cosmosblog.store.observe.OperationReport;
import dev.cosmosblog.store.query.CommentOrder;
import dev.cosmosblog.store.query.Page;
import dev.cosmosblog.store.query.PageRequest;
import dev.cosmosblog.store.query.Visibility;
import dev.cosmosblog.store.spi.Query;
import dev.cosmosblog.testsupport.Invariant;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The statuses of posts and comments: which of them readers see, and how that changes. */
interface StatusContract extends OnBlog {
  Instant WRITTEN = Instant.parse("2020-01-01T00:00:00Z");
  Instant LATER = Instant.parse("2222-01-01T00:00:00Z");
  PageRequest FIRST = PageRequest.first(10);

  private PostId draft(UserId author) {
    PostId id = PostId.of(Blog.unique("draft"));
    CreatePost draft = CreatePost.of(author, "Title", "Content").draft();
    blog().store().createPost(draft.withId(id).writtenAt(WRITTEN));
    return id;
  }

  private Post post(PostId id) {
    return blog().store().findPost(id, Visibility.ALL).orElseThrow();
  }

  private CommandResult<Post> apply(ChangeStatus change) {
    return blog().store().changeStatus(change);
  }

  @Test
  default void aDraftGetsTheDateOfItsPublicationAndKeepsItWhenItIsHiddenAndShown() {
    PostId id = draft(blog().newUser());
    assertThat(post(id).status()).isEqualTo(PostStatus.DRAFT);
    assertThat(post(id).creationDate()).isEqualTo(WRITTEN);

    CommandResult<Post> published = blog().store().publishPost(id);
    assertThat(published.alreadyDone()).isFalse();
    assertThat(published.value().status()).isEqualTo(PostStatus.PUBLISHED);
    assertThat(published.value().creationDate()).isAfter(WRITTEN);
    assertThat(post(id)).isEqualTo(published.value());
    assertThat(blog().store().publishPost(id))
        .returns(post(id), CommandResult::value)
        .returns(true, CommandResult::alreadyDone);

    assertThat(blog().store().hidePost(id).value().status()).isEqualTo(PostStatus.HIDDEN);
    assertThat(blog().store().hidePost(id).alreadyDone()).isTrue();
    assertThat(blog().store().showPost(id))
        .returns(published.value(), CommandResult::value)
        .returns(false, CommandResult::alreadyDone);
    assertThat(blog().store().showPost(id).alreadyDone()).isTrue();
    assertThat(blog().stored(id).version()).as("three changes, no repeats").isEqualTo(3);
  }

  @Test
  default void aScheduledPostKeepsItsTimeUntilItGetsAnotherOrIsADraftAgain() {
    PostId id = draft(blog().newUser());
    Post scheduled = blog().store().schedulePost(id, LATER).value();
    assertThat(scheduled.status()).isEqualTo(PostStatus.SCHEDULED);
    assertThat(scheduled.publishAt()).isEqualTo(LATER);
    assertThat(blog().store().schedulePost(id, LATER))
        .returns(scheduled, CommandResult::value)
        .returns(true, CommandResult::alreadyDone);

    Instant other = LATER.plusSeconds(1);
    assertThat(blog().store().schedulePost(id, other).value().publishAt()).isEqualTo(other);
    Post draft = apply(ChangeStatus.unschedule(id)).value();
    assertThat(draft.status()).isEqualTo(PostStatus.DRAFT);
    assertThat(draft.publishAt()).isNull();
    assertThat(apply(ChangeStatus.unschedule(id)).alreadyDone()).isTrue();
  }

  @Test
  default void aRepeatedCreationOfADraftLeavesWhatItHasBecome() {
    UserId author = blog().newUser();
    PostId id = draft(author);
    blog().store().publishPost(id);
    CreatePost again = CreatePost.of(author, "Title", "Content").draft().withId(id);
    assertThat(blog().store().createPost(again))
        .returns(post(id), CommandResult::value)
        .returns(true, CommandResult::alreadyDone);
    assertThat(post(id).status()).isEqualTo(PostStatus.PUBLISHED);
  }

  /** The changes of status that commands make. */
  @Test
  default void aChangeThatDoesNotBeginWithThePostsStatusIsRefusedAndWritesNothing() {
    UserId author = blog().newUser();
    Map<PostStatus, PostId> posts = new EnumMap<>(PostStatus.class);
    posts.put(PostStatus.DRAFT, draft(author));
    posts.put(PostStatus.SCHEDULED, draft(author));
    blog().store().schedulePost(posts.get(PostStatus.SCHEDULED), LATER);
    posts.put(PostStatus.PUBLISHED, blog().newPost(author));
    posts.put(PostStatus.HIDDEN, blog().newPost(author));
    blog().store().hidePost(posts.get(PostStatus.HIDDEN));

    List<String> refused = new ArrayList<>();
    posts.forEach(
        (status, id) -> {
          for (StatusChange change : StatusChange.values()) {
            if (!change.isAllowedFrom(status) && change.to() != status) {
              long version = blog().stored(id).version();
              Instant at = change == StatusChange.SCHEDULE ? LATER : null;
              assertThatThrownBy(() -> apply(new ChangeStatus(id, change, at, null)))
                  .isInstanceOfSatisfying(
                      StatusConflictException.class, e -> assertThat(e.status()).isEqualTo(status))
                  .hasMessageContaining(change.name());
              assertThat(blog().stored(id).version()).isEqualTo(version);
              refused.add(change + " " + status);
            }
          }
        });
    assertThat(refused)
        .containsExactly(
            "HIDE DRAFT",
            "SHOW DRAFT",
            "HIDE SCHEDULED",
            "SHOW SCHEDULED",
            "SCHEDULE PUBLISHED",
            "UNSCHEDULE PUBLISHED",
            "PUBLISH HIDDEN",
            "SCHEDULE HIDDEN",
            "UNSCHEDULE HIDDEN");
  }

  @Test
  default void aTextThatWasEditedSinceItsReviewIsNotPublished() {
    PostId id = draft(blog().newUser());
    blog().store().editPost(EditPost.of(id).title("Edited"));
    assertThatThrownBy(() -> apply(ChangeStatus.publish(id).ifVersion(0)))
        .isInstanceOfSatisfying(
            VersionConflictException.class, e -> assertThat(e.currentVersion()).isEqualTo(1));
    assertThat(post(id).status()).isEqualTo(PostStatus.DRAFT);
    assertThat(apply(ChangeStatus.publish(id).ifVersion(1)).alreadyDone()).isFalse();
    assertThat(apply(ChangeStatus.publish(id).ifVersion(1)).alreadyDone()).isTrue();
  }

  @Test
  default void aTimeThatIsOverIsRefused() {
    PostId id = PostId.of("nowhere");
    CreatePost command = CreatePost.of(UserId.of("nobody"), "T", "C").publishAt(WRITTEN);
    assertThatThrownBy(() -> blog().store().createPost(command))
        .isInstanceOfSatisfying(
            InvalidScheduleException.class, e -> assertThat(e.publishAt()).isEqualTo(WRITTEN));
    assertThatThrownBy(() -> blog().store().schedulePost(id, WRITTEN))
        .isInstanceOf(InvalidScheduleException.class)
        .hasMessageContaining("later than now");
    assertThatThrownBy(() -> blog().store().publishPost(id))
        .isInstanceOf(PostNotFoundException.class);
  }

  @Test
  @Invariant("I7")
  default void aCreationThatIsRepeatedWhenItsTimeIsOverIsAlreadyDone() {
    UserId author = blog().newUser();
    PostId id = PostId.of(Blog.unique("scheduled"));
    CreatePost command = CreatePost.of(author, "Title", "Content").publishAt(LATER).withId(id);
    Post scheduled = blog().store().createPost(command).value();
    Clock late = Clock.fixed(LATER, ZoneOffset.UTC);
    BlogStore lateStore = blog().store(settings -> settings.clock(late));

    assertThat(lateStore.createPost(command))
        .returns(scheduled, CommandResult::value)
        .returns(true, CommandResult::alreadyDone);

    CreatePost anothers =
        CreatePost.of(blog().newUser(), "Title", "Content").publishAt(LATER).withId(id);
    PostId unknown = PostId.of(Blog.unique("scheduled"));
    for (CreatePost tooLate : List.of(anothers, command.withId(unknown))) {
      assertThatThrownBy(() -> lateStore.createPost(tooLate))
          .isInstanceOf(InvalidScheduleException.class);
    }
    assertThat(blog().store().findPost(unknown)).isEmpty();
    blog().store().deletePost(id);
    assertThatThrownBy(() -> lateStore.createPost(command))
        .isInstanceOf(InvalidScheduleException.class);
  }

  @Test
  @Invariant("I7")
  default void aScheduleThatIsRepeatedWhenItsTimeIsOverIsAlreadyDone() {
    PostId id = draft(blog().newUser());
    blog().store().schedulePost(id, LATER);
    Clock late = Clock.fixed(LATER, ZoneOffset.UTC);
    BlogStore lateStore = blog().store(settings -> settings.clock(late));

    assertThat(lateStore.schedulePost(id, LATER).alreadyDone()).as("still scheduled").isTrue();
    assertThat(blog().repositories().statuses().publishScheduled(id, LATER)).isTrue();
    assertThat(lateStore.schedulePost(id, LATER).alreadyDone()).as("published").isTrue();

    assertThatThrownBy(() -> lateStore.schedulePost(id, LATER.minusSeconds(1)))
        .isInstanceOf(InvalidScheduleException.class);
  }

  /** Null and false count as missing, and a string as its number, like for readers. */
  @Test
  @Invariant({"I5", "I10"})
  default void aPostThatAnotherProgramStoredInAnotherFormChangesInOneRequest() {
    UserId author = blog().newUser();
    List<OperationReport> reports = new ArrayList<>();
    BlogStore store = blog().store(settings -> settings.listener(reports::add));
    List<Map<String, Object>> forms =
        List.of(
            Collections.singletonMap("status", null),
            Collections.singletonMap("deleted", null),
            Map.of("deleted", false),
            Map.of("editVersion", "3"));
    for (Map<String, Object> form : forms) {
      PostId id = foreign(author, form);
      long version = post(id).version();
      assertThat(newest()).as("%s", form).contains(id.value());
      assertThat(blog().stored(id).isListed()).as("%s", form).isTrue();

      assertThat(store.changeStatus(ChangeStatus.hide(id).ifVersion(version)).alreadyDone())
          .isFalse();
      assertThat(store.showPost(id).alreadyDone()).isFalse();
      assertThat(reports).as("%s", form).hasSize(2).allMatch(report -> report.requests() == 1);

      EditPost edit = EditPost.of(id).title("Edited").property("tag", 1);
      assertThatThrownBy(() -> store.editPost(edit.ifVersion(version + 1)))
          .isInstanceOf(VersionConflictException.class);
      assertThat(store.editPost(edit.ifVersion(version)).value().version()).isEqualTo(version + 1);
      assertThat(reports).as("%s", form).allMatch(report -> report.requests() <= 3);
      comment(id, author, "Hm");
      assertThat(post(id).commentCount()).as("%s", form).isEqualTo(1);
      reports.clear();
    }
  }

  @Test
  @Invariant("I7")
  default void anEditOfNoVersionIsRefusedWhereTheVersionIsAText() {
    PostId id = foreign(blog().newUser(), Map.of("editVersion", "3"));
    assertThatThrownBy(() -> blog().store().editPost(EditPost.of(id).title("X").ifVersion(0)))
        .isInstanceOfSatisfying(
            VersionConflictException.class, e -> assertThat(e.currentVersion()).isEqualTo(3));
  }

  private PostId foreign(UserId author, Map<String, Object> form) {
    String id = Blog.unique("foreign");
    Map<String, Object> item = new HashMap<>();
    item.putAll(Map.of("id", id, "type", "post", "postId", id, "userId", author.value()));
    item.putAll(Map.of("creationDate", "2020-01-01T00:00:00.000Z", "version", 1));
    item.putAll(form);
    Blog.write(blog().posts(), item);
    return PostId.of(id);
  }

  private List<String> newest() {
    Query query = ListQuery.newestPosts(1_000);
    List<SqlParameter> values = new ArrayList<>();
    query.parameters().forEach((name, value) -> values.add(new SqlParameter(name, value)));
    return blog()
        .posts()
        .queryItems(
            new SqlQuerySpec(query.text(), values), new CosmosQueryRequestOptions(), JsonNode.class)
        .stream()
        .map(item -> item.path("id").asText())
        .toList();
  }

  @Test
  default void aDeletedPostHasNoStatus() {
    PostId id = draft(blog().newUser());
    blog().store().deletePost(id);
    assertThatThrownBy(() -> blog().store().publishPost(id))
        .isInstanceOf(PostNotFoundException.class);
  }

  @Test
  @Invariant("I12")
  default void anAuthorsListsAreOfWhatReadersSeeOfTheRestOrOfBothInOneOrder() {
    UserId author = blog().newUser();
    List<PostId> ids = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      PostId id = PostId.of(Blog.unique("p" + i));
      CreatePost post = CreatePost.of(author, "T", "C").withId(id);
      CreatePost written = post.writtenAt(WRITTEN.plusSeconds(i));
      blog().store().createPost(i % 2 == 0 ? written : written.draft());
      blog().repositories().summaries().put(blog().stored(id).summary());
      ids.add(0, id);
    }

    assertThat(ids(author, Visibility.LISTED)).containsExactly(ids.get(1), ids.get(3), ids.get(5));
    assertThat(ids(author, Visibility.UNLISTED))
        .containsExactly(ids.get(0), ids.get(2), ids.get(4));
    assertThat(ids(author, Visibility.ALL)).isEqualTo(ids);

    Page<PostSummary> page =
        blog().store().postsOf(author, PageRequest.first(2), Visibility.UNLISTED);
    assertThat(page.items()).extracting(PostSummary::status).containsOnly(PostStatus.DRAFT);
    PageRequest next = page.next().map(PageRequest.first(2)::after).orElseThrow();
    assertThatThrownBy(() -> blog().store().postsOf(author, next))
        .isInstanceOf(InvalidInputException.class);
  }

  /** All pages of two. */
  private List<PostId> ids(UserId author, Visibility visibility) {
    List<PostId> ids = new ArrayList<>();
    PageRequest first = PageRequest.first(2);
    Optional<PageRequest> next = Optional.of(first);
    while (next.isPresent()) {
      Page<PostSummary> page = blog().store().postsOf(author, next.get(), visibility);
      page.items().forEach(post -> ids.add(post.id()));
      next = page.next().map(first::after);
    }
    return ids;
  }

  private Comment comment(PostId post, UserId user, String text) {
    return blog().store().createComment(CreateComment.of(post, user, text)).value();
  }

  @Test
  @Invariant({"I1", "I12"})
  default void aHiddenCommentIsNeitherListedNorCountedUntilItIsShown() {
    UserId user = blog().newUser();
    PostId post = blog().newPost();
    Comment one = comment(post, user, "One");
    Comment other = comment(post, user, "Other");

    assertThat(blog().store().hideComment(post, one.id()).alreadyDone()).isFalse();
    assertThat(blog().store().hideComment(post, one.id()).alreadyDone()).as("again").isTrue();

    assertThat(post(post).commentCount()).isEqualTo(1);
    assertThat(blog().store().commentsOf(post, FIRST).items()).containsExactly(other);
    assertThat(comments(post, Visibility.UNLISTED))
        .singleElement()
        .satisfies(comment -> assertThat(comment.hidden()).isTrue())
        .satisfies(comment -> assertThat(comment.content()).isEqualTo("One"));
    assertThat(comments(post, Visibility.ALL)).hasSize(2);
    assertThat(blog().store().createComment(CreateComment.of(post, user, "One").withId(one.id())))
        .satisfies(repeated -> assertThat(repeated.alreadyDone()).isTrue());
    assertThat(
            blog().store().editComment(new EditComment(post, one.id(), "Edited")).value().hidden())
        .isTrue();

    assertThat(blog().store().showComment(post, one.id()).alreadyDone()).isFalse();
    assertThat(blog().store().showComment(post, one.id()).alreadyDone()).as("again").isTrue();
    assertThat(post(post).commentCount()).isEqualTo(2);
    assertThat(blog().store().commentsOf(post, FIRST).items()).hasSize(2);
  }

  /** The change feed sees no deletion, and removes the comment from the queue by its tombstone. */
  @Test
  @Invariant({"I1", "I9"})
  default void aDeletedCommentThatWasPendingLeavesATombstoneWithoutText() {
    UserId user = blog().newUser();
    PostId post = blog().newPost();
    for (String id : List.of("pending", "approved", "hidden")) {
      CreateComment command = CreateComment.of(post, user, "Text of " + id).asPending();
      blog().store().createComment(command.withId(CommentId.of(id)));
    }
    assertThat(post(post).commentCount()).isZero();
    blog().store().approveComment(post, CommentId.of("approved"));
    blog().store().hideComment(post, CommentId.of("hidden"));
    assertThat(post(post).commentCount()).isEqualTo(1);
    for (String id : List.of("pending", "approved", "hidden")) {
      assertThat(blog().store().deleteComment(post, CommentId.of(id)).alreadyDone()).isFalse();
      assertThat(blog().store().deleteComment(post, CommentId.of(id)).alreadyDone()).isTrue();
      JsonNode tombstone =
          blog().posts().readItem(id, new PartitionKey(post.value()), JsonNode.class).getItem();
      assertThat(tombstone.path("type").asText()).isEqualTo("removedComment");
      assertThat(tombstone.path("ttl").asLong()).isPositive();
      assertThat(tombstone.toString()).doesNotContain("Text of");
    }
    assertThat(post(post).commentCount()).isZero();
    assertThat(comments(post, Visibility.ALL)).isEmpty();
  }

  private List<Comment> comments(PostId post, Visibility visibility) {
    return blog().store().commentsOf(post, FIRST, CommentOrder.NEWEST_FIRST, visibility).items();
  }

  @Test
  @Invariant("I1")
  default void deletingAHiddenCommentCountsNothingOff() {
    UserId user = blog().newUser();
    PostId post = blog().newPost();
    comment(post, user, "Stays");
    Comment hidden = comment(post, user, "Goes");
    blog().store().hideComment(post, hidden.id());

    assertThat(blog().store().deleteComment(post, hidden.id()).alreadyDone()).isFalse();
    assertThat(blog().store().deleteComment(post, hidden.id()).alreadyDone()).as("again").isTrue();

    assertThat(post(post).commentCount()).isEqualTo(1);
    assertThat(comments(post, Visibility.ALL)).hasSize(1);
  }

  @Test
  @Invariant("I12")
  default void readersFindOnlyPublishedPostsAndListedComments() {
    BlogStore store = blog().store();
    UserId user = blog().newUser();
    PostId draft = draft(user);
    assertThat(store.findPost(draft)).isEmpty();
    assertThat(store.findPost(draft, Visibility.UNLISTED)).isPresent();

    store.publishPost(draft);
    CommentId comment = comment(draft, user, "Nice").id();
    assertThat(store.findPost(draft)).isEqualTo(store.findPost(draft, Visibility.ALL)).isPresent();
    assertThat(store.findPost(draft, Visibility.UNLISTED)).isEmpty();
    assertThat(store.findComment(draft, comment).orElseThrow().content()).isEqualTo("Nice");

    store.hideComment(draft, comment);
    assertThat(store.findComment(draft, comment)).isEmpty();
    assertThat(store.findComment(draft, comment, Visibility.UNLISTED).orElseThrow().hidden())
        .isTrue();
    for (String other : List.of("none", draft.value())) {
      assertThat(store.findComment(draft, CommentId.of(other), Visibility.ALL)).isEmpty();
    }
  }

  @Test
  @Invariant({"I1", "I12"})
  default void readersReactOnlyToPublishedPosts() {
    BlogStore store = blog().store();
    UserId user = blog().newUser();
    UserId other = blog().newUser();
    PostId hidden = blog().newPost();
    CommentId comment = comment(hidden, user, "Nice").id();
    store.likePost(hidden, user);
    store.hidePost(hidden);
    PostId scheduled = draft(user);
    store.schedulePost(scheduled, LATER);
    for (PostId post : List.of(hidden, scheduled, draft(user))) {
      Post before = post(post);
      CreateComment again = CreateComment.of(post, other, "Too");
      assertThatThrownBy(() -> store.createComment(again))
          .isInstanceOf(PostNotFoundException.class)
          .hasMessageContaining("or it isn't published");
      assertThatThrownBy(() -> store.likePost(post, other))
          .isInstanceOf(PostNotFoundException.class);
      assertThat(post(post)).isEqualTo(before);
      assertThat(comments(post, Visibility.ALL)).hasSize(post.equals(hidden) ? 1 : 0);
    }

    CreateComment repeated = CreateComment.of(hidden, user, "Nice").withId(comment);
    assertThat(store.createComment(repeated).alreadyDone()).isTrue();
    assertThat(store.hideComment(hidden, comment).alreadyDone()).isFalse();
    assertThat(store.showComment(hidden, comment).alreadyDone()).isFalse();
    assertThat(store.deleteComment(hidden, comment).alreadyDone()).isFalse();
    assertThat(store.unlikePost(hidden, user).alreadyDone()).isFalse();
    assertThat(post(hidden).commentCount() + post(hidden).likeCount()).isZero();
  }

  @Test
  default void onlyACommentOfALivePostCanBeHidden() {
    UserId user = blog().newUser();
    PostId post = blog().newPost();
    Comment comment = comment(post, user, "Nice");
    for (String other : List.of("none", post.value())) {
      assertThatThrownBy(() -> blog().store().hideComment(post, CommentId.of(other)))
          .isInstanceOf(CommentNotFoundException.class);
    }
    blog().store().deletePost(post);
    assertThatThrownBy(() -> blog().store().hideComment(post, comment.id()))
        .isInstanceOf(PostNotFoundException.class);
  }
}
