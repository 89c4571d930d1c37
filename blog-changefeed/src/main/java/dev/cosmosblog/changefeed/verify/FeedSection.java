package dev.cosmosblog.changefeed.verify;

import dev.cosmosblog.model.item.ItemType;
import dev.cosmosblog.store.BlogContainer;
import dev.cosmosblog.store.ItemPlace;
import dev.cosmosblog.store.StoredItem;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The feed against the newest posts: one query over all physical partitions for these, and one for each
 * page of the feed. A repair compares again after it wrote, since a post may have left the newest ones
 * meanwhile.
 */
final class FeedSection implements Section {
  private static final String RANGE = "feed";
  private static final int MOST_PASSES = 3;

  private final Blog blog;
  private final FeedBoard board;

  FeedSection(Blog blog, int feedSize) {
    this.blog = blog;
    this.board = new FeedBoard(blog, feedSize);
  }

  @Override
  public List<String> ranges() {
    return List.of(RANGE);
  }

  @Override
  public Optional<String> page(String range, Optional<String> after, Sink sink)
      throws InterruptedException {
    board.refresh();
    Set<String> missing = new HashSet<>(board.postIds());
    int mended = 0;
    String id = "";
    List<StoredItem> copies;
    do {
      copies =
          blog.items()
              .partition(
                  new ItemPlace(BlogContainer.FEED, ItemType.POST, id), blog.settings().pageSize());
      copies.forEach(copy -> missing.remove(copy.id()));
      sink.scanned(copies.size());
      mended += compare(copies, sink);
      id = copies.isEmpty() ? id : copies.get(copies.size() - 1).id();
    } while (copies.size() == blog.settings().pageSize());
    mended += sink.suspects(missing.stream().sorted().map(this::suspect).toList(), board::refresh);
    int pass = after.map(Integer::parseInt).orElse(1);
    return mended > 0 && pass < MOST_PASSES
        ? Optional.of(String.valueOf(pass + 1))
        : Optional.empty();
  }

  private int compare(List<StoredItem> copies, Sink sink) throws InterruptedException {
    List<Suspect> suspects =
        copies.stream().filter(copy -> !board.shows(copy)).map(copy -> suspect(copy.id())).toList();
    return sink.suspects(suspects, board::refresh);
  }

  private Suspect suspect(String postId) {
    return CopySuspect.inFeed(
        blog, postId, (copy, isThere) -> board.postIds().contains(String.valueOf(copy.id())));
  }
}
