package dev.cosmosblog.maintenance.upgrade;

import dev.cosmosblog.maintenance.scan.ItemReading;
import dev.cosmosblog.maintenance.scan.UserScan;
import dev.cosmosblog.maintenance.verify.Finding;
import dev.cosmosblog.maintenance.verify.FindingKind;
import dev.cosmosblog.model.User;
import dev.cosmosblog.model.item.ItemType;
import dev.cosmosblog.store.internal.item.BlogContainer;
import dev.cosmosblog.store.internal.kernel.MissingFields;
import dev.cosmosblog.store.internal.item.StoredItem;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Users who don't say that they are users do, and the names of all are reserved. */
final class UsersStage implements Stage {
  private final Blog blog;
  private final NameClaims names;
  private final boolean usersAreThere;
  private final boolean postsAreThere;
  private final UserScan scan;

  UsersStage(
      Blog blog, NameClaims names, boolean usersAreThere, boolean postsAreThere, int pageSize) {
    this.blog = blog;
    this.names = names;
    this.usersAreThere = usersAreThere;
    this.postsAreThere = postsAreThere;
    this.scan = new UserScan(blog.items(), pageSize);
  }

  @Override
  public RunPhase phase() {
    return RunPhase.USERS;
  }

  @Override
  public long total() {
    return usersAreThere ? blog.items().number(BlogContainer.USERS) : 0;
  }

  @Override
  public List<String> ranges() {
    return usersAreThere ? blog.items().ranges(BlogContainer.USERS) : List.of();
  }

  @Override
  public Optional<String> page(String range, Optional<String> after, Sink sink)
      throws InterruptedException {
    return scan.page(
        range,
        after,
        items -> {
          List<User> users = new ArrayList<>();
          items.forEach(item -> look(item, users, sink));
          if (blog.dryRun()) {
            PlannedFindings.ofCopies(blog, postsAreThere, items, sink);
          }
          names.claim(users, sink);
          sink.scanned(items.size());
        });
  }

  private void look(StoredItem item, List<User> users, Sink sink) {
    Optional<String> problem = ItemReading.problem(BlogContainer.USERS, item);
    if (problem.isPresent()) {
      tell(item, problem.get(), sink);
    } else if (ItemReading.isUser(item)) {
      users.add(item.user().toUser());
    } else if (isUntypedUser(item) && fill(item, sink)) {
      users.add(item.user().toUser());
    }
  }

  /** The check of an upgrade tells of it, too. */
  private void tell(StoredItem item, String problem, Sink sink) {
    if (blog.dryRun()) {
      sink.found(
          new Finding(
              FindingKind.UNREADABLE_ITEM,
              item.place(BlogContainer.USERS),
              problem,
              "an item that can be read",
              false));
    }
  }

  private static boolean isUntypedUser(StoredItem item) {
    return item.lacks("type")
        && item.textOf("username").isPresent()
        && item.id().equals(item.textOf("userId").orElse(""));
  }

  private boolean fill(StoredItem item, Sink sink) {
    MissingFields fill =
        new MissingFields(item, Optional.of(ItemType.USER), Optional.empty(), Optional.empty());
    Tried tried = blog.tries(() -> blog.adoption().fillUser(fill));
    if (tried == Tried.DONE) {
      sink.changed(RunChange.TYPE_SET, item.place(BlogContainer.USERS));
    } else if (tried == Tried.REFUSED) {
      Unfinished.tell(tried, item.place(BlogContainer.USERS), sink);
    }
    return tried == Tried.DONE;
  }
}
