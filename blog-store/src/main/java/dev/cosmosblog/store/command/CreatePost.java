package dev.cosmosblog.store.command;

import dev.cosmosblog.model.Content;
import dev.cosmosblog.model.CreationDate;
import dev.cosmosblog.model.CustomProperties;
import dev.cosmosblog.model.InvalidInputException;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.PostStatus;
import dev.cosmosblog.model.Slug;
import dev.cosmosblog.model.Tag;
import dev.cosmosblog.model.User;
import dev.cosmosblog.model.UserId;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Creates a post (C2).
 *
 * @param id the post's id, or null to generate one; must differ from the author's id, because the
 *     post's summary is stored beside the author
 * @param userId the author, who must exist
 * @param title the title, of 0 to {@value Content#MAX_TITLE_LENGTH} characters
 * @param content the content, which may be empty
 * @param creationDate when it was written, in whole milliseconds, or null for now
 * @param author the user of {@code userId} as read by the host at most {@code deletedRetention}
 *     ago, which saves a read; or null. It isn't checked: the change feed replaces a stale
 *     username, and erases items of an erased user; an item of a user who was never stored keeps
 *     the given name
 * @param status the status; a new post can't be {@link PostStatus#HIDDEN}
 * @param publishAt when a {@link PostStatus#SCHEDULED} post is to be published, in whole
 *     milliseconds; otherwise null
 * @param excerpt the summary that lists show, of 0 to {@value Content#MAX_EXCERPT_LENGTH}
 *     characters; null or empty for the beginning of the content
 * @param slug the text that names it in URLs, unique in the blog; null for none
 * @param tags the words by which the blog lists it, at most {@value Tag#MAX_OF_POST}
 * @param properties custom properties, of at most {@value CustomProperties#MAX_BYTES_OF_POST} bytes
 */
public record CreatePost(
    @Nullable PostId id,
    UserId userId,
    String title,
    String content,
    @Nullable Instant creationDate,
    @Nullable User author,
    PostStatus status,
    @Nullable Instant publishAt,
    @Nullable String excerpt,
    @Nullable Slug slug,
    List<Tag> tags,
    CustomProperties properties) {
  public CreatePost {
    Objects.requireNonNull(userId, "userId");
    Objects.requireNonNull(status, "status");
    Objects.requireNonNull(properties, "properties");
    Content.checkPost(title, content, properties);
    if (excerpt != null) {
      Content.checkExcerpt(excerpt);
    }
    tags = Tag.ofPost(tags);
    checkAuthor(author, userId);
    if (status == PostStatus.HIDDEN || (status == PostStatus.SCHEDULED) != (publishAt != null)) {
      throw new IllegalArgumentException(
          "publishAt is required for SCHEDULED and must be null for other statuses. A new post"
              + " can't be HIDDEN.");
    }
    publishAt = publishAt == null ? null : CreationDate.of("publishAt", publishAt);
    creationDate = creationDate == null ? null : CreationDate.of(creationDate);
    if (id != null && id.value().equals(userId.value())) {
      throw new InvalidInputException(
          "postId", "The post id is its author's user id; choose another id.");
    }
  }

  /** {@return a command for a post with generated id and date} */
  public static CreatePost of(UserId userId, String title, String content) {
    return of(userId, null, title, content);
  }

  /** {@return a command with an author that the host has read, which saves a request} */
  public static CreatePost of(User author, String title, String content) {
    Objects.requireNonNull(author, "author");
    return of(author.id(), author, title, content);
  }

  private static CreatePost of(UserId userId, @Nullable User author, String title, String content) {
    return new CreatePost(
        null,
        userId,
        title,
        content,
        null,
        author,
        PostStatus.PUBLISHED,
        null,
        null,
        null,
        List.of(),
        CustomProperties.NONE);
  }

  /** {@return the same command with this id, so that it can be repeated} */
  public CreatePost withId(PostId postId) {
    Objects.requireNonNull(postId, "postId");
    return new CreatePost(
        postId,
        userId,
        title,
        content,
        creationDate,
        author,
        status,
        publishAt,
        excerpt,
        slug,
        tags,
        properties);
  }

  /** {@return the same command with this date} */
  public CreatePost writtenAt(Instant date) {
    Objects.requireNonNull(date, "date");
    return new CreatePost(
        id,
        userId,
        title,
        content,
        date,
        author,
        status,
        publishAt,
        excerpt,
        slug,
        tags,
        properties);
  }

  /**
   * {@return the same command with a summary for lists}
   *
   * @param text 0 to {@value Content#MAX_EXCERPT_LENGTH} characters
   * @throws dev.cosmosblog.model.InvalidInputException if it is longer
   */
  public CreatePost excerpt(String text) {
    String checked = Content.checkExcerpt(text);
    return new CreatePost(
        id,
        userId,
        title,
        content,
        creationDate,
        author,
        status,
        publishAt,
        checked,
        slug,
        tags,
        properties);
  }

  /**
   * {@return the same command with a slug, by which {@link
   * dev.cosmosblog.store.BlogQueries#findPostBySlug} finds the post}
   *
   * @param text the slug; see {@link Slug#from}
   */
  public CreatePost slug(Slug text) {
    Objects.requireNonNull(text, "text");
    return new CreatePost(
        id,
        userId,
        title,
        content,
        creationDate,
        author,
        status,
        publishAt,
        excerpt,
        text,
        tags,
        properties);
  }

  /**
   * {@return the same command with tags, by which {@link
   * dev.cosmosblog.store.BlogQueries#postsByTag} lists the post}
   *
   * @param words at most {@value Tag#MAX_OF_POST} different tags; see {@link Tag#from}
   * @throws InvalidInputException if there are more
   */
  public CreatePost tags(Collection<Tag> words) {
    Objects.requireNonNull(words, "words");
    return new CreatePost(
        id,
        userId,
        title,
        content,
        creationDate,
        author,
        status,
        publishAt,
        excerpt,
        slug,
        List.copyOf(words),
        properties);
  }

  /** {@return the same command with custom properties} */
  public CreatePost properties(CustomProperties own) {
    Objects.requireNonNull(own, "own");
    return new CreatePost(
        id,
        userId,
        title,
        content,
        creationDate,
        author,
        status,
        publishAt,
        excerpt,
        slug,
        tags,
        own);
  }

  /** {@return the same command for a draft, which readers don't see until it is published} */
  public CreatePost draft() {
    return with(PostStatus.DRAFT, null);
  }

  /**
   * {@return the same command for a scheduled post, which the change feed publishes}
   *
   * <p>For a time in the past, the command throws an {@link
   * dev.cosmosblog.store.error.InvalidScheduleException} when it is executed, unless it repeats a
   * successful one.
   *
   * @param time when to publish it; readers see it with this date
   */
  public CreatePost publishAt(Instant time) {
    return with(PostStatus.SCHEDULED, Objects.requireNonNull(time, "time"));
  }

  private CreatePost with(PostStatus newStatus, @Nullable Instant time) {
    return new CreatePost(
        id,
        userId,
        title,
        content,
        creationDate,
        author,
        newStatus,
        time,
        excerpt,
        slug,
        tags,
        properties);
  }

  static void checkAuthor(@Nullable User author, UserId userId) {
    if (author != null && !author.id().equals(userId)) {
      throw new IllegalArgumentException("author must be the user of userId.");
    }
  }
}
