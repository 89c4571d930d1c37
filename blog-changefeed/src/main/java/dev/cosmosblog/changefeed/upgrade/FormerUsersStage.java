package dev.cosmosblog.changefeed.upgrade;

import dev.cosmosblog.changefeed.verify.Finding;
import dev.cosmosblog.changefeed.verify.FindingKind;
import dev.cosmosblog.model.InvalidInputException;
import dev.cosmosblog.model.MalformedItemException;
import dev.cosmosblog.model.User;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.item.ItemType;
import dev.cosmosblog.store.BlogContainer;
import dev.cosmosblog.store.FormerUsers;
import dev.cosmosblog.store.ItemPlace;
import dev.cosmosblog.store.StoredItem;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Writes the users of another container to the container of users. Whoever is there stays as is. */
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
    List<User> users = new ArrayList<>();
    for (StoredItem item : page) {
      if (item.lacks("type") || item.type().equals(ItemType.USER)) {
        read(item, users, sink);
      }
    }
    bring(users, sink);
    sink.scanned(page.size());
    return page.size() < pageSize ? Optional.empty() : Optional.of(page.get(page.size() - 1).id());
  }

  private static void read(StoredItem item, List<User> users, Sink sink) {
    try {
      String name = item.user().name().username();
      users.add(new User(UserId.of(item.id()), name));
    } catch (MalformedItemException | InvalidInputException e) {
      sink.found(
          new Finding(
              FindingKind.UNREADABLE_ITEM,
              ItemPlace.ofUser(item.id()),
              "in the former container: " + e.getMessage(),
              "a user that can be read",
              false));
    }
  }

  private void bring(List<User> users, Sink sink) {
    List<ItemPlace> places = users.stream().map(FormerUsersStage::place).toList();
    Map<ItemPlace, StoredItem> there =
        usersAreThere ? blog.items().find(BlogContainer.USERS, places) : Map.of();
    List<User> brought = new ArrayList<>();
    for (User user : users) {
      boolean missing = !there.containsKey(place(user));
      if (missing && (blog.dryRun() || blog.adoption().bringUser(user))) {
        brought.add(user);
        sink.changed(RunChange.USER_BROUGHT, place(user));
      }
    }
    names.claim(brought, sink);
  }

  private static ItemPlace place(User user) {
    return ItemPlace.ofUser(user.id().value());
  }
}
