package dev.cosmosblog.store.internal.repository;

import static dev.cosmosblog.store.internal.cosmos.WriteResult.DONE;

import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.item.ItemType;
import dev.cosmosblog.model.item.VersionedName;
import dev.cosmosblog.store.internal.cosmos.Call;
import dev.cosmosblog.store.internal.cosmos.DatabaseAccess;
import dev.cosmosblog.store.internal.cosmos.ItemContainer;
import dev.cosmosblog.store.internal.cosmos.Operations;
import dev.cosmosblog.store.internal.cosmos.WriteResult;
import dev.cosmosblog.store.internal.item.AuthoredItem;
import dev.cosmosblog.store.internal.item.ItemKey;
import dev.cosmosblog.store.internal.schema.QueryTexts;
import dev.cosmosblog.store.observe.BlogOperation;
import dev.cosmosblog.store.spi.PatchOperations;
import dev.cosmosblog.store.spi.Query;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** The authors' names in posts, comments and likes. A name only replaces a stale one. */
public final class AuthorNames {
  private static final int PAGE_SIZE = 100;

  private final ItemContainer posts;
  private final Operations operations;

  public AuthorNames(DatabaseAccess database) {
    this.posts = database.posts();
    this.operations = database.operations();
  }

  /**
   * Returns the query of a user's items in every physical partition; callers add other parameters.
   */
  static Query writtenBy(UserId user, String text) {
    return Query.of(text, PAGE_SIZE)
        .with("@userId", user.value())
        .with("@post", ItemType.POST)
        .with("@comment", ItemType.COMMENT)
        .with("@hiddenComment", ItemType.HIDDEN_COMMENT)
        .with("@like", ItemType.LIKE);
  }

  /** Returns the query of an erased user's items whose name isn't that of the erasure. */
  static Query writtenWithOtherName(UserId user, VersionedName name) {
    return writtenBy(user, QueryTexts.WRITTEN_WITH_OTHER_NAME)
        .with("@version", name.version())
        .with("@name", name.username());
  }

  /**
   * Passes a user's items with a stale name to an action: a query of every physical partition.
   *
   * @param from the continuation to begin at, or null for the beginning
   * @param action receives pages of about a hundred items, each with its continuation, which is
   *     null for the last page
   */
  public void eachStale(
      UserId user,
      VersionedName name,
      @Nullable String from,
      BiConsumer<List<AuthoredItem>, @Nullable String> action) {
    Query query =
        writtenBy(user, QueryTexts.WRITTEN_WITH_OLDER_NAME)
            .with("@version", name.version())
            .from(from);
    List<AuthoredItem> some = new ArrayList<>();
    BiConsumer<List<AuthoredItem>, @Nullable String> collect =
        (page, next) -> {
          some.addAll(page);
          if (some.size() >= PAGE_SIZE) {
            action.accept(List.copyOf(some), next);
            some.clear();
          }
        };
    operations.execute(
        BlogOperation.FIND_STALE_USERNAMES,
        call -> {
          posts.eachPage(query, AuthoredItem.class, call, collect);
          if (!some.isEmpty()) {
            action.accept(List.copyOf(some), null);
          }
        });
  }

  /** Replaces a stale name: one patch. Returns whether the name was stale. */
  public boolean put(AuthoredItem item, VersionedName name) {
    return operations.run(BlogOperation.PROPAGATE_USERNAME, call -> put(item, name, call));
  }

  boolean put(AuthoredItem item, VersionedName name, Call call) {
    PatchOperations operations = PatchOperations.create().setAuthor(name);
    String condition = QueryTexts.hasNameOlderThan(name);
    WriteResult result =
        ItemType.POST.equals(item.type())
            ? Posts.patchNextVersion(posts, item.key(), operations, condition, call)
            : posts.patch(item.key(), operations, condition, null, call);
    return result == DONE;
  }

  /** Replaces a stale name in a copy, whose version is its post's; a tombstone has none. */
  static boolean putInCopy(ItemContainer container, ItemKey key, VersionedName name, Call call) {
    PatchOperations operations = PatchOperations.create().setAuthor(name);
    String condition = QueryTexts.isCopyWithNameOlderThan(name);
    return container.patch(key, operations, condition, null, call) == DONE;
  }
}
