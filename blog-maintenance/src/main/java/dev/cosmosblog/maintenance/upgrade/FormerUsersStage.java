package dev.cosmosblog.maintenance.upgrade;

import dev.cosmosblog.maintenance.verify.Finding;
import dev.cosmosblog.maintenance.verify.FindingKind;
import dev.cosmosblog.model.InvalidInputException;
import dev.cosmosblog.model.MalformedItemException;
import dev.cosmosblog.model.User;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.item.ItemType;
import dev.cosmosblog.store.internal.item.BlogContainer;
import dev.cosmosblog.store.internal.kernel.FormerUsers;
import dev.cosmosblog.store.internal.item.ItemPlace;
import dev.cosmosblog.store.internal.item.StoredItem;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Writes the users of another container to the container of users. Whoever is there stays as is.
 * Unknown properties come along.
 */
final class FormerUsersStage implements Stage {
  private final Blog blog;
  private final FormerUsers former;
  private final NameClaims names;
  private final boolean usersAreThere;
  private final int pageSize;

  FormerUsersStage(
      Blog blog, FormerUsers former, NameClaims names, boolean usersAreThere, int pageSize) {
    this.blog = blog;
    this.former = former;
    this.names = names;
    this.usersAreThere = usersAreThere;
    this.pageSize = pageSize;
  }

  @Override
  public RunPhase phase() {
    return RunPhase.FORMER_USERS;
  }

  @Override
  public long total() {
    return former.number();
  }

  @Override
  public List<String> ranges() {
    return former.ranges();
  }

  @Override
  public Optional<String> page(String range, Optional<String> after, Sink sink) {
    List<StoredItem> page = former.scan(range, after, pageSize);
    List<StoredItem> users = new ArrayList<>();
    for (StoredItem item : page) {
      if ((item.lacks("type") || item.type().equals(ItemType.USER)) && isReadable(item, sink)) {
        users.add(item);
      }
    }
    bring(users, sink);
    sink.scanned(page.size());
    return page.size() < pageSize ? Optional.empty() : Optional.of(page.get(page.size() - 1).id());
  }

  private static boolean isReadable(StoredItem item, Sink sink) {
    try {
      user(item);
      return true;
    } catch (MalformedItemException | InvalidInputException e) {
      sink.found(
          new Finding(
              FindingKind.UNREADABLE_ITEM,
              ItemPlace.ofUser(item.id()),
              "in the former container: " + e.getMessage(),
              "a user that can be read",
              false));
      return false;
    }
  }

  private static User user(StoredItem item) {
    return new User(UserId.of(item.id()), item.user().name().username());
  }

  private void bring(List<StoredItem> users, Sink sink) {
    List<ItemPlace> places = users.stream().map(FormerUsersStage::place).toList();
    Map<ItemPlace, StoredItem> there =
        usersAreThere ? blog.items().find(BlogContainer.USERS, places) : Map.of();
    List<User> brought = new ArrayList<>();
    for (StoredItem user : users) {
      ItemPlace place = place(user);
      Tried tried =
          there.containsKey(place) ? Tried.LOST : blog.tries(() -> blog.adoption().bringUser(user));
      if (tried == Tried.DONE) {
        sink.changed(RunChange.USER_BROUGHT, place);
        // Who says to be deleted bears no name, as among the users who are there.
        Optional.of(user).filter(one -> !one.isDeleted()).ifPresent(one -> brought.add(user(one)));
      } else if (tried == Tried.REFUSED) {
        Unfinished.tell(tried, place, sink);
      }
    }
    names.claim(brought, sink);
  }

  private static ItemPlace place(StoredItem user) {
    return ItemPlace.ofUser(user.id());
  }
}
