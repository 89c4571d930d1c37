package dev.cosmosblog.benchmarks.ladder.rung;

import dev.cosmosblog.model.Comment;
import dev.cosmosblog.model.Like;
import dev.cosmosblog.model.Post;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.User;
import dev.cosmosblog.model.item.ItemType;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Loads V3's containers, the copies as its change feed would have left them. */
final class ThirdLoading implements Loading {
  private final Items posts;
  private final ShortPosts copies;
  private final Supplier<String> ids;

  ThirdLoading(Items posts, ShortPosts copies, Supplier<String> ids) {
    this.posts = posts;
    this.copies = copies;
    this.ids = ids;
  }

  @Override
  public void users(List<User> added) {
    copies.users().createEverywhere(added, user -> user.id().value(), ArticleItems::user);
  }

  @Override
  public void posts(List<Post> added) {
    posts.createEverywhere(added, post -> post.id().value(), ArticleItems::post);
    copies.users().createEverywhere(added, post -> post.userId().value(), ArticleItems::shortPost);
  }

  @Override
  public void newest(List<Post> newest) {
    posts(newest);
    copies.feed().createAll(ItemType.POST, newest.stream().map(ArticleItems::shortPost).toList());
  }

  @Override
  public void reactions(PostId post, List<Comment> comments, List<Like> likes) {
    posts.createAll(
        post.value(),
        Stream.concat(
                comments.stream().map(ArticleItems::comment),
                likes.stream().map(like -> ArticleItems.like(like, ids.get())))
            .toList());
  }
}
