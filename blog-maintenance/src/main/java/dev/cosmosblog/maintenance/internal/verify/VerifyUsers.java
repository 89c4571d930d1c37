package dev.cosmosblog.maintenance.internal.verify;

import dev.cosmosblog.maintenance.internal.run.BlogAccess;
import dev.cosmosblog.maintenance.internal.run.Findings;
import dev.cosmosblog.maintenance.internal.run.ItemChecks;
import dev.cosmosblog.maintenance.report.Finding;
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
 * Finds suspects among users, reserved names, and copies without a post. A page takes at most three
 * lookups of many items at once: reservations, their owners, posts.
 */
final class VerifyUsers {
  private final BlogAccess blog;
  private final UserChecks checks;
  private final CopyChecks copies;

  VerifyUsers(BlogAccess blog, UserChecks checks, CopyChecks copies) {
    this.blog = blog;
    this.checks = checks;
    this.copies = copies;
  }

  List<Check> suspects(List<StoredItem> items) {
    List<Check> suspects = new ArrayList<>();
    List<StoredItem> readable = new ArrayList<>();
    for (StoredItem item : items) {
      Optional<String> problem = ItemChecks.problem(BlogContainer.USERS, item);
      if (problem.isPresent()) {
        Finding finding = Findings.unreadable(item.place(BlogContainer.USERS), problem.get());
        suspects.add(() -> Check.left(finding));
      } else {
        readable.add(item);
      }
    }
    if (blog.database().uniqueUsernames()) {
      usernames(readable.stream().filter(ItemChecks::isUser).toList(), suspects);
      reservations(ofType(ItemType.USERNAME, readable), suspects);
    }
    shortCopies(ofType(ItemType.POST, readable), suspects);
    return suspects;
  }

  private static List<StoredItem> ofType(String type, List<StoredItem> items) {
    return items.stream().filter(item -> item.type().equals(type)).toList();
  }

  private void usernames(List<StoredItem> users, List<Check> suspects) {
    Function<StoredItem, ItemPlace> reservation =
        user -> UserChecks.reservationOf(user.user().name().username());
    Map<ItemPlace, StoredItem> found =
        blog.items().find(BlogContainer.USERS, users.stream().map(reservation).toList());
    for (StoredItem user : users) {
      @Nullable StoredItem reserved = found.get(reservation.apply(user));
      if (reserved == null || !reserved.has("ownerId", user.id())) {
        suspects.add(checks.username(user.id()));
      }
    }
  }

  private void reservations(List<StoredItem> reservations, List<Check> suspects) {
    List<ItemPlace> owners =
        reservations.stream().flatMap(item -> owner(item).stream()).distinct().toList();
    Map<ItemPlace, StoredItem> found = blog.items().find(BlogContainer.USERS, owners);
    for (StoredItem reservation : reservations) {
      boolean used =
          owner(reservation)
              .map(found::get)
              .filter(user -> ItemChecks.problem(BlogContainer.USERS, user).isEmpty())
              .filter(user -> UserChecks.uses(user, reservation.id()))
              .isPresent();
      if (!used) {
        suspects.add(checks.reservation(reservation.place(BlogContainer.USERS)));
      }
    }
  }

  private static Optional<ItemPlace> owner(StoredItem reservation) {
    return Optional.ofNullable(reservation.reservation().ownerId())
        .filter(owner -> !owner.isEmpty())
        .map(ItemPlace::ofUser);
  }

  /** Whether a copy equals its post is checked among posts; here, whether its post exists. */
  private void shortCopies(List<StoredItem> found, List<Check> suspects) {
    List<ItemPlace> places = found.stream().map(copy -> ItemPlace.ofPost(copy.id())).toList();
    Map<ItemPlace, StoredItem> posts = blog.items().find(BlogContainer.POSTS, places);
    for (StoredItem copy : found) {
      String author = copy.place(BlogContainer.USERS).partition();
      boolean right =
          Optional.ofNullable(posts.get(ItemPlace.ofPost(copy.id())))
              .filter(ItemChecks::isLivePost)
              .filter(post -> post.has("userId", author))
              .isPresent();
      if (!right) {
        suspects.add(copies.shortCopy(copy.id(), author));
      }
    }
  }
}
