package dev.cosmosblog.maintenance.upgrade;

import dev.cosmosblog.store.internal.item.BlogContainer;
import dev.cosmosblog.store.internal.kernel.ItemReads;
import dev.cosmosblog.store.internal.item.ItemPlace;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The second likes that a page is about to take away. They are kept with the run's place before
 * they go: whoever goes on there tells of those that are gone, which nothing else would tell of.
 */
final class GoingLikes {
  private final ItemReads items;
  private final Set<ItemPlace> going;

  GoingLikes(ItemReads items, Collection<ItemPlace> kept) {
    this.items = items;
    this.going = new LinkedHashSet<>(kept);
  }

  void add(Collection<ItemPlace> likes) {
    going.addAll(likes);
  }

  void wasTold(ItemPlace like) {
    going.remove(like);
  }

  List<ItemPlace> untold() {
    return List.copyOf(going);
  }

  /** Those that are gone and were not told of; it begins anew then. One look at all of them. */
  List<ItemPlace> gone() {
    List<ItemPlace> untold = untold();
    going.clear();
    Map<ItemPlace, ?> there = items.find(BlogContainer.POSTS, untold);
    return untold.stream().filter(like -> !there.containsKey(like)).toList();
  }

  void forget() {
    going.clear();
  }
}
