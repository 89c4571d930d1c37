package com.example.web;

import com.example.web.SampleBlog.SampleComment;
import com.example.web.SampleBlog.SamplePost;
import com.example.web.SampleBlog.SampleUser;
import dev.cosmosblog.model.CommentId;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.Slug;
import dev.cosmosblog.model.User;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.store.BlogStore;
import dev.cosmosblog.store.command.CreateComment;
import dev.cosmosblog.store.command.CreatePost;
import dev.cosmosblog.store.command.CreateUser;
import dev.cosmosblog.store.command.LikePost;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpSession;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.springframework.stereotype.Component;

/** The sample users, who can sign in, and their sessions. */
@Component
final class People {
  private static final String SIGNED_IN = "signed-in";
  private static final int WRITERS = 8;

  private final SampleBlog sample;
  private final BlogStore blog;
  private final Map<UserId, User> users = Collections.synchronizedMap(new LinkedHashMap<>());

  People(SampleBlog sample, BlogStore blog) {
    this.sample = sample;
    this.blog = blog;
  }

  /** Writes the sample blog. Existing items stay unchanged, because the ids are given. */
  void writeSampleBlog() throws InterruptedException {
    Instant now = Instant.now();
    try (RetryingWorkers workers = new RetryingWorkers(WRITERS)) {
      for (SampleUser user : sample.users()) {
        put(blog.createUser(CreateUser.named(user.name()).withId(UserId.of(user.id()))).value());
      }
      workers.run(
          sample.posts().stream()
              .<Runnable>map(post -> () -> blog.createPost(post(post, now)))
              .toList());
      List<Runnable> reactions = new ArrayList<>();
      for (SamplePost post : sample.posts()) {
        PostId id = PostId.of(post.id());
        Instant written = now.minus(post.age());
        for (String liker : post.likes()) {
          LikePost like = LikePost.of(id, user(liker)).since(written.plusSeconds(60));
          reactions.add(() -> blog.likePost(like));
        }
        for (int i = 0; i < post.comments().size(); i++) {
          SampleComment comment = post.comments().get(i);
          User writer = user(comment.author());
          CreateComment command =
              CreateComment.of(id, writer, comment.content())
                  .withId(CommentId.of("comment-" + i))
                  .writtenAt(written.plus(comment.after()));
          boolean isPending = needsApproval(comment.content(), writer, UserId.of(post.author()));
          reactions.add(() -> blog.createComment(isPending ? command.asPending() : command));
        }
      }
      workers.run(reactions);
    }
  }

  private CreatePost post(SamplePost post, Instant now) {
    // Joins lines, which are wrapped at a hundred characters in the file, but not paragraphs.
    String content = post.content().strip().replaceAll("(?<!\n)\n(?!\n)", " ");
    return CreatePost.of(user(post.author()), post.title(), content)
        .withId(PostId.of(post.id()))
        .slug(Slug.from(post.title()))
        .tags(post.tags())
        .writtenAt(now.minus(post.age()));
  }

  private User user(String id) {
    return Objects.requireNonNull(users.get(UserId.of(id)), id);
  }

  /** Returns the sample users with their current names. */
  public List<User> all() {
    synchronized (users) {
      return List.copyOf(users.values());
    }
  }

  /** Returns the line about a user, or an empty string. */
  public String about(UserId id) {
    return sample.users().stream()
        .filter(user -> user.id().equals(id.value()))
        .map(SampleUser::about)
        .findFirst()
        .orElse("");
  }

  /** Remembers a user's current name. */
  void put(User user) {
    users.put(user.id(), user);
  }

  /** Finds a sample user by id. */
  Optional<User> find(String id) {
    return all().stream().filter(user -> user.id().value().equals(id)).findFirst();
  }

  /** Returns the signed-in user, if any. */
  Optional<User> signedIn(HttpServletRequest request) {
    HttpSession session = request.getSession(false);
    return session != null && session.getAttribute(SIGNED_IN) instanceof String id
        ? find(id)
        : Optional.empty();
  }

  /** Returns whether a user approves, hides and deletes pending comments. */
  public boolean isModerator(User user) {
    return user.id().value().equals(sample.moderator());
  }

  /** Returns whether a comment is pending until the moderator approves it: much spam has links. */
  boolean needsApproval(String content, User writer, UserId author) {
    return content.contains("://") && !writer.id().equals(author) && !isModerator(writer);
  }

  /** Signs a user in, in a new session. */
  void signIn(User user, HttpServletRequest request) {
    signOut(request);
    request.getSession(true).setAttribute(SIGNED_IN, user.id().value());
  }

  /** Ends the session. */
  void signOut(HttpServletRequest request) {
    HttpSession session = request.getSession(false);
    if (session != null) {
      session.invalidate();
    }
  }
}
