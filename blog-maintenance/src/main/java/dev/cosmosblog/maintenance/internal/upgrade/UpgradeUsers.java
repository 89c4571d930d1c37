package dev.cosmosblog.maintenance.internal.upgrade;

import dev.cosmosblog.maintenance.internal.run.BlogAccess;
import dev.cosmosblog.maintenance.internal.run.Findings;
import dev.cosmosblog.maintenance.internal.run.ItemChecks;
import dev.cosmosblog.maintenance.internal.run.RunLog;
import dev.cosmosblog.maintenance.internal.run.WriteAttempt;
import dev.cosmosblog.maintenance.report.ChangeKind;
import dev.cosmosblog.maintenance.report.FindingKind;
import dev.cosmosblog.model.InvalidInputException;
import dev.cosmosblog.model.MalformedItemException;
import dev.cosmosblog.model.User;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.item.ItemType;
import dev.cosmosblog.model.item.UsernameItem;
import dev.cosmosblog.store.internal.item.BlogContainer;
import dev.cosmosblog.store.internal.item.ItemPlace;
import dev.cosmosblog.store.internal.item.StoredItem;
import dev.cosmosblog.store.internal.kernel.FormerUsers;
import dev.cosmosblog.store.internal.kernel.MissingFields;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Copies users of a former container, gives users without a {@code type} one, and reserves all
 * usernames. Existing users and unknown properties are kept.
 */
final class UpgradeUsers {
  private final BlogAccess blog;

  /** In a dry run, the first user with each name, by the id of the name's reservation. */
  private final Map<String, String> planned = new HashMap<>();

  UpgradeUsers(BlogAccess blog) {
    this.blog = blog;
  }

  /** Copies the next page of a former container; the id to continue after, or empty at the end. */
  Optional<String> copyPage(
      FormerUsers former, String range, Optional<String> after, int pageSize, RunLog log) {
    List<StoredItem> page = former.scan(range, after.orElse(null), pageSize);
    List<StoredItem> users =
        page.stream()
            .filter(item -> item.lacks("type") || item.type().equals(ItemType.USER))
            .filter(item -> isReadable(item, log))
            .toList();
    List<ItemPlace> places = users.stream().map(user -> ItemPlace.ofUser(user.id())).toList();
    Map<ItemPlace, StoredItem> existing = blog.find(BlogContainer.USERS, places);
    List<User> copied = new ArrayList<>();
    for (StoredItem user : users) {
      ItemPlace place = ItemPlace.ofUser(user.id());
      WriteAttempt written =
          existing.containsKey(place)
              ? WriteAttempt.CONFLICT
              : blog.attempt(() -> blog.repairs().copyUser(user));
      if (written == WriteAttempt.DONE) {
        log.changed(ChangeKind.USER_COPIED, place);
        // A deleted user has no name to reserve.
        Optional.of(user).filter(one -> !one.isDeleted()).ifPresent(one -> copied.add(user(one)));
      } else if (written == WriteAttempt.REFUSED) {
        log.found(Findings.notUpgraded(written, place));
      }
    }
    reserve(copied, log);
    log.scanned(page.size());
    return page.size() < pageSize ? Optional.empty() : Optional.of(page.get(page.size() - 1).id());
  }

  private static boolean isReadable(StoredItem item, RunLog log) {
    try {
      user(item);
      return true;
    } catch (MalformedItemException | InvalidInputException e) {
      String problem = "in the former container: " + e.getMessage();
      log.found(Findings.unreadable(ItemPlace.ofUser(item.id()), problem));
      return false;
    }
  }

  private static User user(StoredItem item) {
    return new User(UserId.of(item.id()), item.user().name().username());
  }

  /** Converts users of the container of users. */
  void convert(List<StoredItem> items, RunLog log) {
    List<User> users = new ArrayList<>();
    for (StoredItem item : items) {
      Optional<String> problem = ItemChecks.problem(BlogContainer.USERS, item);
      if (problem.isPresent()) {
        // The repair of an upgrade reports it, too.
        if (blog.dryRun()) {
          log.found(Findings.unreadable(item.place(BlogContainer.USERS), problem.get()));
        }
      } else if (ItemChecks.isUser(item) || (isUntypedUser(item) && setType(item, log))) {
        users.add(item.user().toUser());
      }
    }
    if (blog.dryRun()) {
      reportPlannedCopies(items, log);
    }
    reserve(users, log);
    log.scanned(items.size());
  }

  private static boolean isUntypedUser(StoredItem item) {
    return item.lacks("type")
        && item.textOf("username").isPresent()
        && item.id().equals(item.textOf("userId").orElse(""));
  }

  private boolean setType(StoredItem item, RunLog log) {
    ItemPlace place = item.place(BlogContainer.USERS);
    MissingFields fill =
        new MissingFields(item, Optional.of(ItemType.USER), Optional.empty(), Optional.empty());
    WriteAttempt written = blog.attempt(() -> blog.repairs().fillUser(fill));
    if (written == WriteAttempt.DONE) {
      log.changed(ChangeKind.TYPE_SET, place);
    } else if (written == WriteAttempt.REFUSED) {
      log.found(Findings.notUpgraded(written, place));
    }
    return written == WriteAttempt.DONE;
  }

  /**
   * Reserves the names of users: one lookup of many reservations, and one create for each that is
   * missing. If two users have one name, the first one gets it; the repair reports the other.
   */
  private void reserve(Collection<User> users, RunLog log) {
    if (!blog.database().uniqueUsernames()) {
      return;
    }
    List<User> named = users.stream().filter(user -> !user.username().isBlank()).toList();
    List<ItemPlace> places = named.stream().map(UpgradeUsers::reservationOf).toList();
    Map<ItemPlace, StoredItem> existing = blog.find(BlogContainer.USERS, places);
    for (User user : named) {
      boolean free = !existing.containsKey(reservationOf(user));
      if (blog.dryRun()) {
        plan(user, free, log);
      } else if (free && blog.repairs().reserve(user.username(), user.id())) {
        log.changed(ChangeKind.NAME_RESERVED, reservationOf(user));
      }
    }
  }

  private void plan(User user, boolean free, RunLog log) {
    String id = user.id().value();
    String first = planned.putIfAbsent(UsernameItem.idOf(user.username()), id);
    if (first == null && free) {
      log.changed(ChangeKind.NAME_RESERVED, reservationOf(user));
    } else if (first != null && !first.equals(id)) {
      String found = "the name of the user " + first;
      log.found(
          Findings.left(FindingKind.TAKEN_NAME, ItemPlace.ofUser(id), found, "a name of its own"));
    }
  }

  private static ItemPlace reservationOf(User user) {
    String id = UsernameItem.idOf(user.username());
    return new ItemPlace(BlogContainer.USERS, id, id);
  }

  /** Reports in a dry run short copies without a post of their user: one lookup of posts. */
  private void reportPlannedCopies(List<StoredItem> items, RunLog log) {
    List<StoredItem> copies =
        items.stream().filter(item -> item.type().equals(ItemType.POST)).toList();
    List<ItemPlace> places = copies.stream().map(copy -> ItemPlace.ofPost(copy.id())).toList();
    Map<ItemPlace, StoredItem> posts = blog.find(BlogContainer.POSTS, places);
    for (StoredItem copy : copies) {
      ItemPlace place = copy.place(BlogContainer.USERS);
      boolean right =
          Optional.ofNullable(posts.get(ItemPlace.ofPost(copy.id())))
              .filter(ForeignItems::isLivePost)
              .filter(post -> post.has("userId", place.partition()))
              .isPresent();
      if (!right && copy.hasPartition(BlogContainer.USERS)) {
        log.found(Findings.repairable(FindingKind.SURPLUS_COPY, place, "a copy", "nothing"));
      }
    }
  }
}
