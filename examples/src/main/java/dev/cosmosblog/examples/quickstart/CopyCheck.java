package dev.cosmosblog.examples.quickstart;

import dev.cosmosblog.model.item.CommentItem;
import dev.cosmosblog.model.item.LikeItem;
import dev.cosmosblog.model.item.PostItem;
import dev.cosmosblog.model.item.UserItem;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Compares every copy and every count of a blog at rest with its source. */
final class CopyCheck {
  private static final Comparator<PostItem> NEWEST_FIRST =
      Comparator.comparing((PostItem post) -> String.valueOf(post.creationDate()))
          .thenComparing(post -> String.valueOf(post.id()))
          .reversed();

  private final BlogItems items;
  private final int feedSize;
  private final Map<@Nullable String, @Nullable String> names = new HashMap<>();
  private final List<String> differences = new ArrayList<>();
  private long compared;

  private CopyCheck(BlogItems items, int feedSize) {
    this.items = items;
    this.feedSize = feedSize;
    for (UserItem user : items.users()) {
      names.put(user.id(), user.username());
    }
  }

  /**
   * Compares.
   *
   * @param items the blog
   * @param feedSize how many posts the feed holds
   * @return what differs
   */
  static CopyReport of(BlogItems items, int feedSize) {
    CopyCheck check = new CopyCheck(items, feedSize);
    check.names();
    check.counts();
    check.shortPosts();
    check.feed();
    return new CopyReport(check.compared, check.differences);
  }

  private void names() {
    for (PostItem post : items.posts()) {
      same("name in post " + post.id(), names.get(post.userId()), post.userUsername());
    }
    for (CommentItem comment : items.comments()) {
      same("name in comment " + comment.id(), names.get(comment.userId()), comment.userUsername());
    }
    for (LikeItem like : items.likes()) {
      String what = "name in like " + like.id() + " of post " + like.postId();
      same(what, names.get(like.userId()), like.userUsername());
    }
  }

  private void counts() {
    Map<String, Long> comments = perPost(items.comments(), CommentItem::postId);
    Map<String, Long> likes = perPost(items.likes(), LikeItem::postId);
    for (PostItem post : items.posts()) {
      String id = String.valueOf(post.id());
      same("comments of post " + id, comments.getOrDefault(id, 0L), post.commentCount());
      same("likes of post " + id, likes.getOrDefault(id, 0L), post.likeCount());
    }
  }

  private static <T> Map<String, Long> perPost(
      List<T> items, Function<T, @Nullable String> postId) {
    return items.stream()
        .collect(
            Collectors.groupingBy(
                item -> String.valueOf(postId.apply(item)), Collectors.counting()));
  }

  private void shortPosts() {
    copies("short form of post ", items.posts(), items.shortPosts());
  }

  private void feed() {
    List<PostItem> newest = items.posts().stream().sorted(NEWEST_FIRST).limit(feedSize).toList();
    copies("feed's copy of post ", newest, items.feed());
  }

  private void copies(String what, List<PostItem> sources, List<PostItem> copies) {
    Map<@Nullable String, PostItem> left = new HashMap<>();
    for (PostItem copy : copies) {
      PostItem twin = left.put(copy.id(), copy);
      same(what + copy.id() + ", a second one", null, twin);
    }
    for (PostItem source : sources) {
      same(what + source.id(), source.shortCopy(), left.remove(source.id()));
    }
    left.forEach((id, copy) -> same(what + id + ", which has no place there", null, copy));
  }

  private void same(String what, @Nullable Object wanted, @Nullable Object found) {
    compared++;
    if (!Objects.equals(wanted, found)) {
      differences.add(what + ": " + found + " instead of " + wanted);
    }
  }
}
