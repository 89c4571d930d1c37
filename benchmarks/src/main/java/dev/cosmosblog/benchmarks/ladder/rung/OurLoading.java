package dev.cosmosblog.benchmarks.ladder.rung;

import dev.cosmosblog.model.Comment;
import dev.cosmosblog.model.Like;
import dev.cosmosblog.model.Post;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.User;
import dev.cosmosblog.model.item.CommentItem;
import dev.cosmosblog.model.item.LikeItem;
import dev.cosmosblog.model.item.PostItem;
import dev.cosmosblog.model.item.UserItem;
import dev.cosmosblog.model.item.UsernameItem;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/**
 * Loads this library's containers. Each user's name is reserved; the copies are as the change feed
 * would have left them, and the feed is filled up from the posts while there is little else to look
 * through.
 */
final class OurLoading implements Loading {
  /** The version of a user who was never renamed. */
  private static final long FIRST_VERSION = 0;

  private static final Instant RESERVED = Instant.parse("2026-01-01T00:00:00Z");

  private final OurRung rung;
  private final Items users;
  private final Items posts;

  OurLoading(OurRung rung, Items users, Items posts) {
    this.rung = rung;
    this.users = users;
    this.posts = posts;
  }

  @Override
  public void users(List<User> added) {
    users.createEverywhere(added, user -> user.id().value(), UserItem::of);
    users.createEverywhere(
        added,
        user -> UsernameItem.idOf(user.username()),
        user -> UsernameItem.of(user.username(), user.id(), RESERVED));
  }

  @Override
  public void newest(List<Post> newest) {
    posts(newest);
    rung.fillFeed(newest.size());
  }

  @Override
  public void posts(List<Post> added) {
    posts.createEverywhere(
        added, post -> post.id().value(), post -> PostItem.of(post, FIRST_VERSION));
    users.createEverywhere(
        added, post -> post.userId().value(), post -> PostItem.of(post, FIRST_VERSION).shortCopy());
  }

  @Override
  public void reactions(PostId post, List<Comment> comments, List<Like> likes) {
    posts.createAll(
        post.value(),
        Stream.concat(
                comments.stream().map(comment -> (Object) CommentItem.of(comment, FIRST_VERSION)),
                likes.stream().map(like -> LikeItem.of(like, FIRST_VERSION)))
            .toList());
  }
}
