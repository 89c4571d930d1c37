package dev.cosmosblog.examples.ldbc;

import dev.cosmosblog.model.Comment;
import dev.cosmosblog.model.Like;
import dev.cosmosblog.model.Post;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.PostSummary;
import dev.cosmosblog.model.User;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.item.ItemDates;
import java.util.List;

/** What one query answers, as a line of the dump; the names are those of its JSON. */
sealed interface DumpLine {
  /** Q1. */
  record OfUser(String q, String userId, String username) implements DumpLine {
    static OfUser of(User user) {
      return new OfUser("Q1", user.id().value(), user.username());
    }
  }

  /** Q2. */
  record OfPost(
      String q,
      String postId,
      String userId,
      String userUsername,
      String title,
      long commentCount,
      long likeCount,
      String creationDate)
      implements DumpLine {
    static OfPost of(Post post) {
      return new OfPost(
          "Q2",
          post.id().value(),
          post.userId().value(),
          post.userUsername(),
          post.title(),
          post.commentCount(),
          post.likeCount(),
          ItemDates.text(post.creationDate()));
    }
  }

  /** Q3. */
  record OfUsersPosts(String q, String userId, List<String> postIds) implements DumpLine {
    static OfUsersPosts of(UserId user, List<PostSummary> posts) {
      return new OfUsersPosts("Q3", user.value(), ids(posts));
    }
  }

  /** A comment in Q4. */
  record CommentEntry(String id, String userId, String userUsername) {
    static CommentEntry of(Comment comment) {
      return new CommentEntry(
          comment.id().value(), comment.userId().value(), comment.userUsername());
    }
  }

  /** Q4. */
  record OfComments(String q, String postId, List<CommentEntry> comments) implements DumpLine {
    static OfComments of(PostId post, List<Comment> comments) {
      List<CommentEntry> entries = comments.stream().map(CommentEntry::of).toList();
      return new OfComments("Q4", post.value(), entries);
    }
  }

  /** Q5. */
  record OfLikes(String q, String postId, List<String> userIds) implements DumpLine {
    static OfLikes of(PostId post, List<Like> likes) {
      List<String> users = likes.stream().map(like -> like.userId().value()).toList();
      return new OfLikes("Q5", post.value(), users);
    }
  }

  /** Q6. */
  record OfFeed(String q, List<String> postIds) implements DumpLine {
    static OfFeed of(List<PostSummary> posts) {
      return new OfFeed("Q6", ids(posts));
    }
  }

  private static List<String> ids(List<PostSummary> posts) {
    return posts.stream().map(post -> post.id().value()).toList();
  }
}
