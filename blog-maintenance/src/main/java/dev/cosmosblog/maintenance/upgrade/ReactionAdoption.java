package dev.cosmosblog.maintenance.upgrade;

import dev.cosmosblog.maintenance.upgrade.Stage.Sink;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.item.ItemType;
import dev.cosmosblog.model.item.LikeItem;
import dev.cosmosblog.model.item.VersionedName;
import dev.cosmosblog.store.internal.kernel.RepairWrites;
import dev.cosmosblog.store.internal.item.BlogContainer;
import dev.cosmosblog.store.internal.kernel.MissingFields;
import dev.cosmosblog.store.internal.item.ItemPlace;
import dev.cosmosblog.store.internal.item.StoredItem;
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
 * counts as right as they were: a like that moves is counted as before, one that goes is counted
 * off with it, and what becomes a comment is counted with it.
 */
final class ReactionAdoption {
  private final Blog blog;
  private final ForeignItems foreign;
  private final Attempts attempts;

  ReactionAdoption(Blog blog, ForeignItems foreign, Attempts attempts) {
    this.blog = blog;
    this.foreign = foreign;
    this.attempts = attempts;
  }

  void adopt(PostPage page, Map<String, VersionedName> names, Sink sink)
      throws InterruptedException {
    List<MissingFields> fills = new ArrayList<>();
    List<MissingFields> moves = new ArrayList<>();
    List<StoredItem> drops = new ArrayList<>();
    Set<String> likers = guardedLikers(page);
    page.items().stream()
        .filter(ForeignItems::isReaction)
        .filter(item -> !item.id().equals(page.postId()))
        .sorted(Comparator.comparing(StoredItem::id))
        .forEach(
            item -> {
              MissingFields fill = foreign.fill(item, names);
              if (!ForeignItems.isUnguardedLike(item)) {
                fills.add(fill);
              } else if (likers.add(item.author())) {
                moves.add(fill);
              } else {
                drops.add(item);
              }
            });
    fills.removeIf(MissingFields::isNothing);
    List<StoredItem> lost =
        new ArrayList<>(
            lost(
                moves,
                RepairWrites.MOST_MOVES,
                blog.adoption()::moveLikes,
                fill -> tellMove(fill, sink)));
    lost.addAll(
        lost(fills, RepairWrites.MOST_FILLS, blog.adoption()::fill, fill -> tell(fill, sink)));
    for (StoredItem item : lost) {
      adoptAlone(item, names, sink);
    }
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

  /** Where one of a batch is not as it was seen, each is looked at by itself. */
  private List<StoredItem> lost(
      List<MissingFields> fills, int most, Predicate<List<MissingFields>> write, Consumer<MissingFields> written) {
    List<StoredItem> lost = new ArrayList<>();
    for (int from = 0; from < fills.size(); from += most) {
      List<MissingFields> batch = fills.subList(from, Math.min(fills.size(), from + most));
      if (blog.writes(() -> write.test(batch))) {
        batch.forEach(written);
      } else {
        batch.forEach(fill -> lost.add(fill.item()));
      }
    }
    return lost;
  }

  /** Looks at an item again until it lacks nothing: of dates and types the check knows nothing. */
  private void adoptAlone(StoredItem seen, Map<String, VersionedName> names, Sink sink)
      throws InterruptedException {
    ItemPlace place = seen.place(BlogContainer.POSTS);
    Tried last =
        attempts.repeat(
            () ->
                blog.items()
                    .find(place)
                    .filter(ForeignItems::isReadable)
                    .filter(ForeignItems::isReaction)
                    .map(item -> adoptOnce(item, names, sink))
                    .orElse(Tried.DONE));
    Unfinished.tell(last, place, sink);
  }

  private Tried adoptOnce(StoredItem item, Map<String, VersionedName> names, Sink sink) {
    MissingFields fill = foreign.fill(item, names);
    boolean unguarded = ForeignItems.isUnguardedLike(item);
    boolean second = unguarded && isGuarded(item);
    if (unguarded && !second) {
      return move(fill, sink);
    }
    if (!second && fill.isNothing()) {
      return Tried.DONE;
    }
    if ((second || fill.type().isPresent()) && isOfNoPost(item)) {
      return Tried.DONE;
    }
    if (second) {
      sink.dropping(List.of(item.place(BlogContainer.POSTS)));
      return drop(item, sink);
    }
    Tried tried = blog.tries(() -> blog.adoption().fill(List.of(fill)));
    if (tried == Tried.DONE) {
      tell(fill, sink);
    }
    return tried;
  }

  /** Whether the user likes the post under the right id meanwhile. */
  private boolean isGuarded(StoredItem like) {
    ItemPlace place = like.place(BlogContainer.POSTS);
    String guarded = LikeItem.idOf(UserId.of(like.author()));
    return blog.items()
        .find(new ItemPlace(BlogContainer.POSTS, place.partition(), guarded))
        .isPresent();
  }

  /** What belongs to a post that was deleted meanwhile can't be counted any more. */
  private boolean isOfNoPost(StoredItem item) {
    return blog.items()
        .find(ItemPlace.ofPost(item.place(BlogContainer.POSTS).partition()))
        .filter(ForeignItems::isReadablePost)
        .isEmpty();
  }

  private Tried move(MissingFields fill, Sink sink) {
    Tried tried = blog.tries(() -> blog.adoption().moveLikes(List.of(fill)));
    if (tried == Tried.DONE) {
      tellMove(fill, sink);
    }
    return tried;
  }

  private static void tellMove(MissingFields fill, Sink sink) {
    sink.changed(RunChange.LIKE_MOVED, fill.item().place(BlogContainer.POSTS));
    tell(fill, sink);
  }

  private Tried drop(StoredItem like, Sink sink) {
    Tried tried = blog.tries(() -> blog.mends().dropLike(like));
    if (tried == Tried.DONE) {
      sink.changed(RunChange.LIKE_DROPPED, like.place(BlogContainer.POSTS));
    }
    return tried;
  }

  static void tell(MissingFields fill, Sink sink) {
    ItemPlace place = fill.item().place(BlogContainer.POSTS);
    fill.type().ifPresent(type -> sink.changed(RunChange.TYPE_SET, place));
    fill.name().ifPresent(name -> sink.changed(RunChange.NAME_SET, place));
    fill.creationDate().ifPresent(date -> sink.changed(RunChange.DATE_SET, place));
  }
}
