package dev.cosmosblog.model.item;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The stored form of the front page: the newest posts as summaries in one item, one point read.
 *
 * @param id {@link #ID}
 * @param type {@link ItemType#FRONT_PAGE}, the partition key of the container {@code feed}
 * @param size the number of posts on a full front page
 * @param incomplete whether posts may be missing that are as new as the oldest one
 * @param posts the posts as summaries, the newest first
 * @param removed the posts that left some minutes ago; no late change may bring them back older
 * @param changedAt when a post came or left, in milliseconds since 1970; null if unknown
 * @param markedAt when a host last wrote the front page before it postpones further writes; null
 *     for never since the last comparison
 * @param uncheckedSince the first of these times since the last comparison with the posts; null for
 *     none
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record FrontPageItem(
    @Nullable String id,
    @Nullable String type,
    int size,
    boolean incomplete,
    List<PostSummaryItem> posts,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Removed> removed,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Long changedAt,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Long markedAt,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Long uncheckedSince) {
  /** The id of the only item. */
  public static final String ID = "newest";

  /**
   * A post that left: deleted, hidden, or because newer ones came.
   *
   * @param id the post's id
   * @param at when it left, in milliseconds since 1970
   * @param version the version in which it was hidden, or newer posts pushed it out; null if it was
   *     deleted
   * @param userVersion the version of its author's name then
   */
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record Removed(
      String id,
      long at,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Long version,
      long userVersion) {}

  public FrontPageItem {
    posts = posts == null ? List.of() : List.copyOf(posts);
    // Another program may have written notes without an id.
    removed =
        removed == null ? List.of() : removed.stream().filter(left -> left.id() != null).toList();
  }

  /** {@return a front page of these posts} */
  public static FrontPageItem of(int size, boolean incomplete, List<PostSummaryItem> posts) {
    return new FrontPageItem(
        ID, ItemType.FRONT_PAGE, size, incomplete, posts, List.of(), null, null, null);
  }

  /**
   * {@return this front page, with another name of an author}
   *
   * @param userId the author's id
   * @param name the name
   */
  public FrontPageItem named(String userId, VersionedName name) {
    List<PostSummaryItem> renamed =
        posts.stream().map(post -> userId.equals(post.userId()) ? post.named(name) : post).toList();
    return new FrontPageItem(
        id, type, size, incomplete, renamed, removed, changedAt, markedAt, uncheckedSince);
  }

  /** {@return this front page, complete} */
  public FrontPageItem completed() {
    return new FrontPageItem(
        id, type, size, false, posts, removed, changedAt, markedAt, uncheckedSince);
  }

  /**
   * {@return this front page, with another first change that is not checked}
   *
   * @param since the time of the change; null if all are checked, which also ends the mark
   */
  public FrontPageItem uncheckedSince(@Nullable Long since) {
    Long mark = since == null ? null : markedAt;
    return new FrontPageItem(id, type, size, incomplete, posts, removed, changedAt, mark, since);
  }

  /**
   * {@return this front page, without a time of a change or mark after a time}
   *
   * @param latest the time, in milliseconds since 1970
   */
  public FrontPageItem changedUntil(long latest) {
    Long changed = changedAt == null ? null : Long.valueOf(Math.min(changedAt, latest));
    Long marked = markedAt == null ? null : Long.valueOf(Math.min(markedAt, latest));
    return new FrontPageItem(
        id, type, size, incomplete, posts, removed, changed, marked, uncheckedSince);
  }

  /** {@return whether another front page has the same posts, size and mark} */
  public boolean shows(FrontPageItem other) {
    return size == other.size && incomplete == other.incomplete && posts.equals(other.posts);
  }
}
