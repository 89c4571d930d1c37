package dev.cosmosblog.benchmarks.springdata;

import com.azure.cosmos.models.CosmosPatchOperations;
import com.azure.cosmos.models.PartitionKey;
import com.azure.spring.data.cosmos.core.query.CosmosPageRequest;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.springframework.data.domain.Pageable;
import org.springframework.data.domain.Sort;
import org.springframework.stereotype.Component;

/**
 * The ten requests with repositories. A repository has no transactions, so that an item and its
 * post's count are two writes, and a rename isn't propagated.
 */
@Component
class SpringBlog {
  private static final Pageable NEWEST_FIRST =
      CosmosPageRequest.of(0L, 0, 100, null, Sort.by(Sort.Direction.DESC, "creationDate"));

  /** Sorted by time if sorted as text. */
  static final DateTimeFormatter DATE =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);

  private final BlogUserRepository users;
  private final BlogPostRepository posts;
  private final BlogCommentRepository comments;
  private final BlogLikeRepository likes;

  SpringBlog(
      BlogUserRepository users,
      BlogPostRepository posts,
      BlogCommentRepository comments,
      BlogLikeRepository likes) {
    this.users = users;
    this.posts = posts;
    this.comments = comments;
    this.likes = likes;
  }

  /** C1. Two users who take one name at once may both get it: unique keys are per partition. */
  BlogUser createUser(String id, String username) {
    checkFree(username);
    return users.save(new BlogUser(id, username));
  }

  /** C1, the edit. */
  BlogUser renameUser(String id, String username) {
    BlogUser user = user(id);
    checkFree(username);
    return users.save(new BlogUser(user.id(), username));
  }

  private void checkFree(String username) {
    if (users.existsByUsername(username)) {
      throw new IllegalArgumentException("The username '" + username + "' is taken");
    }
  }

  /** Q1. */
  Optional<BlogUser> findUser(String id) {
    return users.findById(id, new PartitionKey(id));
  }

  /** C2. */
  BlogPost createPost(String id, String userId, String title, String content) {
    return posts.save(
        new BlogPost(id, userId, user(userId).username(), title, content, 0, 0, now()));
  }

  /** C2, the edit; the counts don't change. */
  BlogPost editPost(String id, String title, String content) {
    CosmosPatchOperations edit =
        CosmosPatchOperations.create().set("/title", title).set("/content", content);
    return posts.save(id, new PartitionKey(id), BlogPost.class, edit);
  }

  /** Q2. */
  Optional<BlogPost> findPost(String id) {
    return posts.findById(id, new PartitionKey(id));
  }

  /** Q3. */
  List<BlogPost> postsOf(String userId) {
    return posts.findByUserId(userId, NEWEST_FIRST).getContent();
  }

  /** C3. */
  BlogComment createComment(String id, String postId, String userId, String content) {
    BlogComment comment =
        comments.save(new BlogComment(id, postId, userId, user(userId).username(), content, now()));
    count(postId, "/commentCount");
    return comment;
  }

  /** Q4. */
  List<BlogComment> commentsOf(String postId) {
    return comments.findByPostId(postId, NEWEST_FIRST).getContent();
  }

  /** C4. It reads the like first, because a second one would be counted again. */
  BlogLike likePost(String postId, String userId) {
    Optional<BlogLike> before = likes.findById(userId, new PartitionKey(postId));
    if (before.isPresent()) {
      return before.get();
    }
    BlogLike like = likes.save(new BlogLike(userId, postId, user(userId).username(), now()));
    count(postId, "/likeCount");
    return like;
  }

  /** Q5. */
  List<BlogLike> likesOf(String postId) {
    return likes.findByPostId(postId, NEWEST_FIRST).getContent();
  }

  /** Q6. */
  List<BlogPost> recentPosts() {
    List<BlogPost> newest = new ArrayList<>();
    posts.findTop100ByOrderByCreationDateDesc().forEach(newest::add);
    return newest;
  }

  private BlogUser user(String id) {
    return findUser(id)
        .orElseThrow(() -> new IllegalArgumentException("There is no user '" + id + "'"));
  }

  private void count(String postId, String property) {
    posts.save(
        postId,
        new PartitionKey(postId),
        BlogPost.class,
        CosmosPatchOperations.create().increment(property, 1));
  }

  private static String now() {
    return DATE.format(Instant.now());
  }
}
