package dev.cosmosblog.benchmarks.ladder.rung;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmosblog.benchmarks.ladder.rung.Rung.Loading;
import dev.cosmosblog.model.Comment;
import dev.cosmosblog.model.Like;
import dev.cosmosblog.model.Post;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.User;
import java.util.List;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** Loads the containers of V1 and V2, which have no copies of whole posts. */
final class ArticleLoading implements Loading {
  private final LoneUsers users;
  private final Items posts;
  private final UnaryOperator<ObjectNode> form;
  private final Supplier<String> ids;

  ArticleLoading(
      LoneUsers users, Items posts, UnaryOperator<ObjectNode> form, Supplier<String> ids) {
    this.users = users;
    this.posts = posts;
    this.form = form;
    this.ids = ids;
  }

  @Override
  public void users(List<User> added) {
    users.createAll(added);
  }

  @Override
  public void posts(List<Post> added) {
    posts.createEverywhere(
        added, post -> post.id().value(), post -> form.apply(ArticleItems.post(post)));
  }

  @Override
  public void newest(List<Post> newest) {
    posts(newest);
  }

  @Override
  public void reactions(PostId post, List<Comment> comments, List<Like> likes) {
    posts.createAll(
        post.value(),
        Stream.concat(
                comments.stream().map(ArticleItems::comment),
                likes.stream().map(like -> ArticleItems.like(like, ids.get())))
            .map(form)
            .toList());
  }
}
