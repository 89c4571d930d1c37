package dev.cosmosblog.changefeed;

import dev.cosmosblog.model.item.FrontPageItem;
import dev.cosmosblog.model.item.PostItem;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The feed as this host last saw it: good enough to tell what can wait, and for nothing else, since
 * another host may have written it.
 */
final class KnownFeed {
  private final FrontPageItem feed;
  private final Map<String, PostItem> entries = new HashMap<>();

  KnownFeed(FrontPageItem feed) {
    this.feed = feed;
    feed.posts().forEach(entry -> entries.put(String.valueOf(entry.id()), entry));
  }

  /** What posts that were written mean for the feed. */
  enum Effect {
    /** Nothing: they are older than all that it holds, or there in this version. */
    NONE,
    /** Other counts of posts that it holds. */
    COUNTS,
    /** Another post, or another text. */
    MORE
  }

  Effect of(Collection<PostItem> posts) {
    return posts.stream().map(this::of).max(Effect::compareTo).orElse(Effect.NONE);
  }

  private Effect of(PostItem post) {
    PostItem entry = entries.get(String.valueOf(post.id()));
    if (entry == null) {
      return belongs(post) ? Effect.MORE : Effect.NONE;
    }
    if (entry.version() >= post.version()) {
      return Effect.NONE;
    }
    return texts(entry).equals(texts(post.shortCopy())) ? Effect.COUNTS : Effect.MORE;
  }

  private boolean belongs(PostItem post) {
    if (feed.posts().size() < feed.size()) {
      return true;
    }
    PostItem oldest = feed.posts().get(feed.posts().size() - 1);
    return date(post).compareTo(date(oldest)) >= 0;
  }

  private static String date(PostItem post) {
    return String.valueOf(post.creationDate());
  }

  /** The item but for its counts. */
  private static List<@Nullable Object> texts(PostItem post) {
    return Arrays.asList(
        post.userId(), post.userUsername(), post.userVersion(), post.title(), post.content());
  }
}
