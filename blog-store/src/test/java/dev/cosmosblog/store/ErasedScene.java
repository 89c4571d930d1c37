package dev.cosmosblog.store;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmosblog.model.CommentId;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.item.PostItem;
import dev.cosmosblog.store.command.CreateComment;
import dev.cosmosblog.store.command.CreateUser;
import dev.cosmosblog.store.command.LikePost;
import dev.cosmosblog.store.query.PageRequest;
import java.util.List;
import java.util.Set;

/**
 * A user to be erased: two posts, and a comment and a like on one of them and on another's post,
 * which has one of each from its author too.
 */
record ErasedScene(Blog blog, UserId user, String name, PostId ownPost, PostId foreignPost) {
  static ErasedScene of(Blog blog) {
    BlogStore store = blog.store();
    UserId user = UserId.of(Blog.unique("id"));
    String name = Blog.unique("Personal");
    store.createUser(CreateUser.named(name).withId(user));
    UserId other = blog.newUser();
    ErasedScene scene = new ErasedScene(blog, user, name, blog.newPost(user), blog.newPost(other));
    blog.newPost(user);
    for (PostId post : List.of(scene.ownPost, scene.foreignPost)) {
      for (UserId writer : List.of(user, other)) {
        CommentId id = CommentId.of("of-" + writer);
        store.createComment(CreateComment.of(post, writer, "?").withId(id));
        store.likePost(LikePost.of(post, writer));
      }
    }
    blog.repositories().summaries().put(blog.stored(scene.ownPost).summary());
    blog.repositories()
        .frontPage()
        .update(List.of(blog.stored(scene.ownPost).summary()), Set.of(), Blog.FRONT_PAGE_SIZE);
    return scene;
  }

  private static List<String> items(CosmosContainer container) {
    return container
        .queryItems("SELECT * FROM c", new CosmosQueryRequestOptions(), JsonNode.class)
        .stream()
        .map(JsonNode::toString)
        .toList();
  }

  private void theNameIsNowhere() {
    for (String container : List.of("users", "posts", "feed")) {
      assertThat(items(blog.cosmosDatabase().getContainer(container)))
          .as("items in %s with the name", container)
          .noneMatch(item -> item.contains(name));
    }
  }

  void isRemoved() {
    theNameIsNowhere();
    assertThat(blog.stored(ownPost).deleted()).as("deleted").isTrue();
    assertThat(blog.count(ownPost, "comment")).as("the other's comment, until purged").isEqualTo(1);
    hasCounts(foreignPost, 1);
    assertThat(blog.store().findPost(ownPost)).isEmpty();
    assertThat(blog.store().postsOf(user, PageRequest.first(10)).items()).isEmpty();
  }

  void isAnonymized(String replacement) {
    theNameIsNowhere();
    hasCounts(ownPost, 2);
    hasCounts(foreignPost, 2);
    assertThat(blog.stored(ownPost).userUsername()).isEqualTo(replacement);
    assertThat(blog.store().postsOf(user, PageRequest.first(10)).items())
        .singleElement()
        .satisfies(post -> assertThat(post.userUsername()).isEqualTo(replacement));
  }

  private void hasCounts(PostId post, int expected) {
    PostItem stored = blog.stored(post);
    assertThat(stored.commentCount()).as("count of comments").isEqualTo(expected);
    assertThat(stored.likeCount()).as("count of likes").isEqualTo(expected);
    assertThat(blog.count(post, "comment")).as("comments").isEqualTo(expected);
    assertThat(blog.count(post, "like")).as("likes").isEqualTo(expected);
  }
}
