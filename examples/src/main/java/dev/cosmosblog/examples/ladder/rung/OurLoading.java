package dev.cosmosblog.examples.ladder.rung;

import dev.cosmosblog.model.Comment;
import dev.cosmosblog.model.Like;
import dev.cosmosblog.model.Post;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.User;
import dev.cosmosblog.model.item.CommentItem;
import dev.cosmosblog.model.item.LikeItem;
import dev.cosmosblog.model.item.PostItem;
import java.util.List;
import java.util.stream.Stream;

/**
 * Loads this library's containers. Users are created by the store, which reserves their names; the
 * feed is made by the change feed, while there is little else to look through.
 */
final class OurLoading implements Loading {
  /** The version of a user who was never renamed. */
  private static final long FIRST_VERSION = 0;

  private final OurRung rung;
  private final Items users;
  private final Items posts;

  OurLoading(OurRung rung, Items users, Items posts) {
    this.rung = rung;
    this.users = users;
    this.posts = posts;
  }

  @Override
  public void user(User user) {
    rung.createUser(user);
  }

  @Override
  public void newest(List<Post> newest) {
    newest.forEach(post -> posts.create(post.id().value(), PostItem.of(post, FIRST_VERSION)));
    rung.drain();
  }

  @Override
  public void post(Post post) {
    PostItem item = PostItem.of(post, FIRST_VERSION);
    posts.create(post.id().value(), item);
    users.create(post.userId().value(), item.shortCopy());
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
