package dev.cosmosblog.maintenance.verify;

import dev.cosmosblog.maintenance.scan.ItemReading;
import dev.cosmosblog.maintenance.scan.UserScan;
import dev.cosmosblog.model.item.ItemType;
import dev.cosmosblog.store.internal.item.BlogContainer;
import dev.cosmosblog.store.internal.item.ItemPlace;
import dev.cosmosblog.store.internal.item.StoredItem;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Users with their names' reservations, and the copies whose posts are gone. A page takes one query
 * for its items and at most three looks at many items at once: reservations, their owners, posts.
 */
final class UsersSection implements Section {
  private final Blog blog;
  private final boolean uniqueNames;
  private final UserScan scan;

  UsersSection(Blog blog, boolean uniqueNames) {
    this.blog = blog;
    this.uniqueNames = uniqueNames;
    this.scan = new UserScan(blog.items(), blog.settings().pageSize());
  }

  @Override
  public List<String> ranges() {
    return blog.items().ranges(BlogContainer.USERS);
  }

  @Override
  public Optional<String> page(String range, Optional<String> after, Sink sink)
      throws InterruptedException {
    return scan.page(
        range,
        after,
        items -> {
          sink.scanned(items.size());
          sink.suspects(suspects(items));
        });
  }

  private List<Suspect> suspects(List<StoredItem> items) {
    List<Suspect> suspects = new ArrayList<>();
    List<StoredItem> readable = new ArrayList<>();
    for (StoredItem item : items) {
      ItemReading.problem(BlogContainer.USERS, item)
          .map(why -> Finding.unreadable(item.place(BlogContainer.USERS), why))
          .ifPresentOrElse(
              finding -> suspects.add(() -> Look.left(finding)), () -> readable.add(item));
    }
    if (uniqueNames) {
      holders(readable.stream().filter(ItemReading::isUser).toList(), suspects);
      reservations(ofType(ItemType.USERNAME, readable), suspects);
    }
    copies(ofType(ItemType.POST, readable), suspects);
    return suspects;
  }

  private static List<StoredItem> ofType(String type, List<StoredItem> items) {
    return items.stream().filter(item -> item.type().equals(type)).toList();
  }

  private void holders(List<StoredItem> users, List<Suspect> suspects) {
    Function<StoredItem, ItemPlace> reservation =
        user -> ReservationSuspect.placeOf(user.user().name().username());
    Map<ItemPlace, StoredItem> found =
        blog.items().find(BlogContainer.USERS, users.stream().map(reservation).toList());
    for (StoredItem user : users) {
      @Nullable StoredItem held = found.get(reservation.apply(user));
      if (held == null || !held.has("ownerId", user.id())) {
        suspects.add(new NameHolderSuspect(blog, user.id()));
      }
    }
  }

  private void reservations(List<StoredItem> reservations, List<Suspect> suspects) {
    List<ItemPlace> owners =
        reservations.stream().flatMap(item -> owner(item).stream()).distinct().toList();
    Map<ItemPlace, StoredItem> found = blog.items().find(BlogContainer.USERS, owners);
    for (StoredItem reservation : reservations) {
      boolean used =
          owner(reservation)
              .map(found::get)
              .filter(user -> ItemReading.problem(BlogContainer.USERS, user).isEmpty())
              .filter(user -> ReservationSuspect.bears(user, reservation.id()))
              .isPresent();
      if (!used) {
        suspects.add(new ReservationSuspect(blog, reservation.place(BlogContainer.USERS)));
      }
    }
  }

  private static Optional<ItemPlace> owner(StoredItem reservation) {
    return Optional.ofNullable(reservation.reservation().ownerId())
        .filter(owner -> !owner.isEmpty())
        .map(ItemPlace::ofUser);
  }

  /**
   * Whether a copy equals its post is seen where the posts are read; here, whether there is one.
   */
  private void copies(List<StoredItem> copies, List<Suspect> suspects) {
    List<ItemPlace> posts = copies.stream().map(copy -> ItemPlace.ofPost(copy.id())).toList();
    Map<ItemPlace, StoredItem> found = blog.items().find(BlogContainer.POSTS, posts);
    for (StoredItem copy : copies) {
      String author = copy.place(BlogContainer.USERS).partition();
      boolean right =
          Optional.ofNullable(found.get(ItemPlace.ofPost(copy.id())))
              .filter(ItemReading::isLivePost)
              .filter(post -> post.has("userId", author))
              .isPresent();
      if (!right) {
        suspects.add(new CopySuspect(blog, copy.id(), author));
      }
    }
  }
}
