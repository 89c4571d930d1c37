package dev.cosmosblog.store.internal.user;

import dev.cosmosblog.model.PostSummary;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.item.ErasedUserItem;
import dev.cosmosblog.model.item.ItemType;
import dev.cosmosblog.model.item.PostItem;
import dev.cosmosblog.model.item.UserItem;
import dev.cosmosblog.store.command.EraseUser;
import dev.cosmosblog.store.error.UserNotFoundException;
import dev.cosmosblog.store.internal.cosmos.ItemContainer;
import dev.cosmosblog.store.internal.cosmos.ItemContainer.Versioned;
import dev.cosmosblog.store.internal.cosmos.OperationContext;
import dev.cosmosblog.store.internal.cosmos.PatchOperations;
import dev.cosmosblog.store.internal.cosmos.WriteResult;
import dev.cosmosblog.store.internal.item.ItemKey;
import dev.cosmosblog.store.internal.list.ListQuery;
import dev.cosmosblog.store.internal.schema.PropertyPaths;
import dev.cosmosblog.store.internal.schema.QueryTexts;
import dev.cosmosblog.store.query.Page;
import dev.cosmosblog.store.query.PageRequest;
import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * The container of users: each user, and beside it the user's posts in short form.
 *
 * <p>The authors of posts, comments and likes may be known for a time. A name that grew old
 * meanwhile is mended when the change feed comes to the item that carries it, as is one that was
 * read just before a rename.
 */
public final class UserRepository {
  /** The most authors that are known at a time, about 2 MB. */
  public static final int MAX_KNOWN_AUTHORS = 10_000;

  private static final Set<String> ERASABLE = Set.of(ItemType.USER, ItemType.ERASED_USER);

  private final ItemContainer users;
  private final long knownForNanos;
  private final LongSupplier nanoTime;

  /** The least recently used first; guarded by itself. */
  private final Map<UserId, KnownAuthor> authors = new LinkedHashMap<>(16, 0.75f, true);

  /** Guarded by authors. A read that a forgotten user overtook is not kept. */
  private long forgotten;

  private record KnownAuthor(UserItem user, long since) {}

  public UserRepository(ItemContainer users) {
    this(users, Duration.ZERO, () -> 0);
  }

  public UserRepository(ItemContainer users, Duration authorsKnownFor, LongSupplier nanoTime) {
    this.users = users;
    this.knownForNanos = authorsKnownFor.toNanos();
    this.nanoTime = nanoTime;
  }

  /** Finds a user: one point read. */
  public Optional<Versioned<UserItem>> find(UserId id, OperationContext context) {
    return users
        .read(ItemKey.of(id.value()), UserItem.class, context)
        .filter(user -> ItemType.USER.equals(user.item().type()));
  }

  /** Returns the author of a post, comment or like: one point read, unless the author is known. */
  public UserItem author(UserId id, OperationContext context) {
    if (knownForNanos == 0) {
      return read(id, context);
    }
    long now = nanoTime.getAsLong();
    long forgottenBefore;
    synchronized (authors) {
      KnownAuthor known = authors.get(id);
      if (known != null && now - known.since < knownForNanos) {
        return known.user;
      }
      forgottenBefore = forgotten;
    }
    UserItem user = read(id, context);
    synchronized (authors) {
      if (forgotten == forgottenBefore) {
        authors.put(id, new KnownAuthor(user, now));
        if (authors.size() > MAX_KNOWN_AUTHORS) {
          Iterator<UserId> oldest = authors.keySet().iterator();
          oldest.next();
          oldest.remove();
        }
      }
    }
    return user;
  }

  private UserItem read(UserId id, OperationContext context) {
    return find(id, context).orElseThrow(() -> new UserNotFoundException(id)).item();
  }

  /** Forgets an author whom this store changed. */
  public void forgetAuthor(UserId id) {
    synchronized (authors) {
      authors.remove(id);
      forgotten++;
    }
  }

  WriteResult rename(UserId id, String username, String etag, OperationContext context) {
    PatchOperations operations =
        PatchOperations.create()
            .set(PropertyPaths.USERNAME, username)
            .increment(PropertyPaths.VERSION, 1);
    return users.patch(ItemKey.of(id.value()), operations, null, etag, context);
  }

  /** Finds a user, or the mark of one who was erased: one point read. */
  Optional<Versioned<ErasedUserItem>> findErasable(UserId id, OperationContext context) {
    return users
        .read(ItemKey.of(id.value()), ErasedUserItem.class, context)
        .filter(found -> ERASABLE.contains(String.valueOf(found.item().type())));
  }

  /** Puts the mark of an erased user where the user is: one patch. */
  WriteResult markErased(
      EraseUser command, String formerUsername, String etag, OperationContext context) {
    PatchOperations operations =
        PatchOperations.create()
            .set(PropertyPaths.TYPE, ItemType.ERASED_USER)
            .set(PropertyPaths.USERNAME, command.replacement())
            .set(PropertyPaths.ERASURE, command.erasure().name())
            .set(PropertyPaths.FORMER_USERNAME, formerUsername)
            .increment(PropertyPaths.VERSION, 1);
    return users.patch(ItemKey.of(command.id().value()), operations, null, etag, context);
  }

  /** Removes the former name from an erased user's mark, which stays for a time or for ever. */
  void endErasure(UserId id, Optional<Duration> markRetention, OperationContext context) {
    PatchOperations operations = PatchOperations.create().remove(PropertyPaths.FORMER_USERNAME);
    markRetention.ifPresent(time -> operations.set(PropertyPaths.TIME_TO_LIVE, time.toSeconds()));
    ItemKey key = ItemKey.of(id.value());
    users.patch(key, operations, QueryTexts.IS_ERASURE_UNDER_WAY, null, context);
  }

  /** Q3: one query in the user's partition. */
  public Page<PostSummary> postsOf(UserId id, PageRequest request, OperationContext context) {
    return ListQuery.posts(id).page(users, request, PostItem::toSummary, context);
  }
}
