package dev.cosmosblog.changefeed.upgrade;

import dev.cosmosblog.changefeed.upgrade.Stage.Sink;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.item.ItemType;
import dev.cosmosblog.model.item.LikeItem;
import dev.cosmosblog.model.item.VersionedName;
import dev.cosmosblog.store.BlogAdoption;
import dev.cosmosblog.store.BlogContainer;
import dev.cosmosblog.store.ItemFill;
import dev.cosmosblog.store.ItemPlace;
import dev.cosmosblog.store.StoredItem;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Gives a post's comments and likes what they lack, many in one batch. Each write leaves the post's
 * counts as right as they were: a like that moves is counted as before, one that goes is counted off with
 * it, and what becomes a comment is counted with it.
 */
final class ReactionAdoption {
  private final Blog blog;
  private final ForeignItems foreign;

  ReactionAdoption(Blog blog, ForeignItems foreign) {
    this.blog = blog;
    this.foreign = foreign;
  }

  void adopt(PostPage page, Map<String, VersionedName> names, Sink sink) {
    List<ItemFill> fills = new ArrayList<>();
    List<ItemFill> moves = new ArrayList<>();
    List<StoredItem> drops = new ArrayList<>();
    Set<String> likers = guardedLikers(page);
    page.items().stream()
        .filter(ForeignItems::isReaction)
        .filter(item -> !item.id().equals(page.postId()))
        .sorted(Comparator.comparing(StoredItem::id))
        .forEach(
            item -> {
              ItemFill fill = foreign.fill(item, names);
              if (!ForeignItems.isUnguardedLike(item)) {
                fills.add(fill);
              } else if (likers.add(item.author())) {
                moves.add(fill);
              } else {
                drops.add(item);
              }
            });
    fills.removeIf(ItemFill::isNothing);
    inBatches(moves, BlogAdoption.MOST_MOVES, blog.adoption()::moveLikes, fill -> move(fill, sink));
    inBatches(fills, BlogAdoption.MOST_FILLS, blog.adoption()::fill, fill -> tell(fill, sink));
    sink.dropping(drops.stream().map(like -> like.place(BlogContainer.POSTS)).toList());
    drops.forEach(like -> drop(like, sink));
  }

  /** Of several likes of one user the one under the right id stays, or else the first by id. */
  private static Set<String> guardedLikers(PostPage page) {
    Set<String> likers = new HashSet<>();
    for (StoredItem item : page.items()) {
      if (item.type().equals(ItemType.LIKE)
          && item.id().equals(LikeItem.idOf(UserId.of(item.author())))) {
        likers.add(item.author());
      }
    }
    return likers;
  }

  /** Where one of a batch is not as it was seen, each is tried by itself; the check has the rest. */
  private void inBatches(
      List<ItemFill> fills, int most, Predicate<List<ItemFill>> write, Consumer<ItemFill> written) {
    for (int from = 0; from < fills.size(); from += most) {
      List<ItemFill> batch = fills.subList(from, Math.min(fills.size(), from + most));
      if (blog.writes(() -> write.test(batch))) {
        batch.forEach(written);
      } else if (batch.size() > 1) {
        inBatches(batch, 1, write, written);
      }
    }
  }

  private static void move(ItemFill fill, Sink sink) {
    sink.changed(RunChange.LIKE_MOVED, fill.item().place(BlogContainer.POSTS));
    tell(fill, sink);
  }

  private void drop(StoredItem like, Sink sink) {
    if (blog.writes(() -> blog.mends().dropLike(like))) {
      sink.changed(RunChange.LIKE_DROPPED, like.place(BlogContainer.POSTS));
    }
  }

  static void tell(ItemFill fill, Sink sink) {
    ItemPlace place = fill.item().place(BlogContainer.POSTS);
    fill.type().ifPresent(type -> sink.changed(RunChange.TYPE_SET, place));
    fill.name().ifPresent(name -> sink.changed(RunChange.NAME_SET, place));
    fill.creationDate().ifPresent(date -> sink.changed(RunChange.DATE_SET, place));
  }
}
