package dev.cosmosblog.examples.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cosmosblog.changefeed.BlogChangeFeed;
import dev.cosmosblog.changefeed.SteppedChangeFeed;
import dev.cosmosblog.model.Comment;
import dev.cosmosblog.model.Post;
import dev.cosmosblog.model.PostStatus;
import dev.cosmosblog.model.PostSummary;
import dev.cosmosblog.model.User;
import dev.cosmosblog.store.BlogDatabase;
import dev.cosmosblog.store.BlogStore;
import dev.cosmosblog.store.command.CreatePost;
import dev.cosmosblog.store.command.EditPost;
import dev.cosmosblog.store.query.CommentOrder;
import dev.cosmosblog.store.query.Page;
import dev.cosmosblog.store.query.PageRequest;
import dev.cosmosblog.store.query.Visibility;
import dev.cosmoslocal.junit.LocalCosmosExtension;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The Java examples of docs/status.md. */
class StatusSnippetsTest {
  @RegisterExtension
  static final LocalCosmosExtension cosmos = LocalCosmosExtension.builder().build();

  private final MovedClock clock = new MovedClock();
  private BlogDatabase database;
  private BlogStore blog;
  private SteppedChangeFeed copies;
  private User ann;

  /** A clock that a test moves on. */
  private static final class MovedClock extends Clock {
    private Duration passed = Duration.ZERO;

    void pass(Duration time) {
      passed = passed.plus(time);
    }

    @Override
    public Instant instant() {
      return Instant.now().plus(passed);
    }

    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      return this;
    }
  }

  @BeforeEach
  void aUser() {
    database =
        BlogDatabase.builder()
            .client(cosmos.client(), cosmos.freshDatabase().getId())
            .clock(clock)
            .build()
            .provision();
    blog = BlogStore.on(database);
    copies = BlogChangeFeed.builder(database).buildStepped();
    ann = blog.createUser("Ann").value();
  }

  @AfterEach
  void close() {
    database.close();
  }

  @Test
  void aDraftIsPublished() {
    // region draft
    Post draft = blog.createPost(CreatePost.of(ann, "Hello", "My first post").draft()).value();
    blog.editPost(EditPost.of(draft.id()).content("My first post, corrected"));
    Post published = blog.publishPost(draft.id()).value();
    // endregion
    copies.drain();
    assertThat(blog.recentPosts(10)).containsExactly(published.summary());
  }

  @Test
  void aScheduledPostIsPublished() {
    // region schedule
    Instant tomorrow = Instant.now().plus(1, ChronoUnit.DAYS);
    CreatePost later = CreatePost.of(ann, "News", "For tomorrow").publishAt(tomorrow);
    Post scheduled = blog.createPost(later).value();
    blog.schedulePost(scheduled.id(), tomorrow.plus(1, ChronoUnit.HOURS));
    // endregion
    assertThat(blog.recentPosts(10)).isEmpty();
    // region due
    copies.drain();
    clock.pass(Duration.ofDays(2));
    copies.publishDue();
    copies.drain();
    // endregion
    assertThat(blog.recentPosts(10)).extracting(PostSummary::title).containsExactly("News");
  }

  @Test
  void aModeratorHidesAPostAndAComment() {
    Post post = blog.createPost(ann, "Hello", "My first post").value();
    Comment comment = blog.createComment(post.id(), ann, "Hm").value();
    blog.createPost(CreatePost.of(ann, "Draft", "Not yet").draft());
    copies.drain();
    // region moderation
    blog.hidePost(post.id());
    blog.showPost(post.id());
    blog.hideComment(post.id(), comment.id());
    Page<Comment> all =
        blog.commentsOf(
            post.id(), PageRequest.first(20), CommentOrder.NEWEST_FIRST, Visibility.ALL);
    Page<PostSummary> drafts = blog.postsOf(ann.id(), PageRequest.first(20), Visibility.UNLISTED);
    // endregion
    assertThat(all.items()).extracting(Comment::hidden).containsExactly(true);
    assertThat(drafts.items()).extracting(PostSummary::status).containsExactly(PostStatus.DRAFT);
    assertThat(blog.findPost(post.id()).orElseThrow().commentCount()).isZero();
  }
}
