package dev.cosmosblog.store.internal.repository;

import dev.cosmosblog.model.BlogException;
import dev.cosmosblog.model.MalformedItemException;
import dev.cosmosblog.model.User;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.Username;
import dev.cosmosblog.model.item.ItemType;
import dev.cosmosblog.model.item.ReservationItem;
import dev.cosmosblog.model.item.UserItem;
import dev.cosmosblog.model.item.VersionedName;
import dev.cosmosblog.store.command.CommandResult;
import dev.cosmosblog.store.command.EraseUser;
import dev.cosmosblog.store.error.IdTakenException;
import dev.cosmosblog.store.error.StoreRejectedException;
import dev.cosmosblog.store.error.UserNotFoundException;
import dev.cosmosblog.store.error.UsernameTakenException;
import dev.cosmosblog.store.internal.cosmos.Call;
import dev.cosmosblog.store.internal.cosmos.DatabaseAccess;
import dev.cosmosblog.store.internal.cosmos.ItemContainer;
import dev.cosmosblog.store.internal.cosmos.ItemContainer.Versioned;
import dev.cosmosblog.store.internal.cosmos.ItemContainer.Written;
import dev.cosmosblog.store.internal.cosmos.WriteResult;
import dev.cosmosblog.store.internal.item.ItemKey;
import dev.cosmosblog.store.internal.item.StoredItem;
import dev.cosmosblog.store.internal.repository.Reservations.Held;
import dev.cosmosblog.store.internal.repository.Reservations.Use;
import dev.cosmosblog.store.internal.schema.PropertyPaths;
import dev.cosmosblog.store.internal.schema.QueryTexts;
import dev.cosmosblog.store.observe.BlogOperation;
import dev.cosmosblog.store.spi.PatchOperations;
import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The users container, with the command C1.
 *
 * <p>Authors may be cached; the change feed updates items with a stale name.
 */
public final class Users {
  /** The maximum number of cached authors, about 2 MB. */
  public static final int MAX_KNOWN_AUTHORS = 10_000;

  private static final List<String> OF_LIVE_USERS =
      List.of(PropertyPaths.PROPERTIES, PropertyPaths.EDIT_VERSION, PropertyPaths.UPDATED_AT);
  private static final Set<String> ERASABLE = Set.of(ItemType.USER, ItemType.ERASED_USER);

  private final DatabaseAccess database;
  private final ItemContainer container;
  private final Clock clock;
  private final Reservations reservations;
  private final boolean uniqueNames;
  private final long knownForNanos;
  private final LongSupplier nanoTime;
  // The least recently used first; guarded by itself.
  private final Map<UserId, KnownAuthor> authors = new LinkedHashMap<>(16, 0.75f, true);
  // Guarded by authors. A read that an eviction overtook isn't cached.
  private long forgotten;

  private record KnownAuthor(UserItem user, long since) {}

  /** Creates users with a disabled author cache. */
  public Users(DatabaseAccess database, Duration authorCacheTtl) {
    this.database = database;
    this.container = database.users();
    this.clock = database.environment().clock();
    this.reservations = new Reservations(database, new Owners());
    this.uniqueNames = database.settings().uniqueUsernames();
    this.knownForNanos = authorCacheTtl.toNanos();
    this.nanoTime = database.environment().timer().nanoTime();
  }

  /** Finds a user: one point read. */
  public Optional<Versioned<UserItem>> find(UserId id, Call call) {
    return container
        .read(ItemKey.of(id.value()), UserItem.class, call)
        .filter(user -> ItemType.USER.equals(user.item().type()));
  }

  /** Returns a user's name, or empty if there is no such user: one point read. */
  public Optional<VersionedName> currentName(UserId id) {
    return database
        .operations()
        .run(
            BlogOperation.FIND_CURRENT_USERNAME,
            call -> find(id, call).map(user -> user.item().name()));
  }

  /** Returns whether {@link #currentNames} is worthwhile for this number of users. */
  public boolean readsTogether(int users) {
    return database.readsTogether(users);
  }

  /**
   * Returns the names of the users that exist and can be read: one request to each physical
   * partition that has some.
   */
  public Map<UserId, VersionedName> currentNames(Collection<UserId> ids) {
    return database.operations().run(BlogOperation.FIND_CURRENT_USERNAME, call -> names(ids, call));
  }

  private Map<UserId, VersionedName> names(Collection<UserId> ids, Call call) {
    List<ItemKey> keys = ids.stream().distinct().map(id -> ItemKey.of(id.value())).toList();
    Map<UserId, VersionedName> names = new HashMap<>();
    for (StoredItem found : container.ask(to -> to.readMany(keys, StoredItem.class), call)) {
      if (ItemType.USER.equals(found.type())) {
        try {
          names.put(UserId.of(found.id()), found.user().name());
        } catch (MalformedItemException e) {
          continue; // A lookup of this user alone reports its failure.
        }
      }
    }
    return names;
  }

  /** Returns an author: one point read, unless the author is cached. */
  public UserItem author(UserId id, Call call) {
    if (knownForNanos == 0) {
      return read(id, call);
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
    UserItem user = read(id, call);
    synchronized (authors) {
      if (forgotten == forgottenBefore) {
        authors.put(id, new KnownAuthor(user.withoutProperties(), now));
        if (authors.size() > MAX_KNOWN_AUTHORS) {
          Iterator<UserId> oldest = authors.keySet().iterator();
          oldest.next();
          oldest.remove();
        }
      }
    }
    return user;
  }

  private UserItem read(UserId id, Call call) {
    return find(id, call).orElseThrow(() -> new UserNotFoundException(id)).item();
  }

  public void forgetAuthor(UserId id) {
    synchronized (authors) {
      authors.remove(id);
      forgotten++;
    }
  }

  public CommandResult<User> create(User user, Call call) {
    Optional<Held> reserved = reserve(user.username(), user.id(), call);
    UserItem item = UserItem.of(user);
    if (container.create(item, user.id().value(), call).isDone()) {
      return CommandResult.done(user);
    }
    // The conflict proves that the item exists, so a replica that lacks it lags.
    Optional<User> found =
        Optional.of(
                container.findSince(
                    ItemKey.of(user.id().value()), UserItem.class, any -> true, call))
            .filter(there -> ItemType.USER.equals(there.type()))
            .map(UserItem::toUser);
    if (found.filter(other -> other.username().equals(user.username())).isPresent()) {
      return CommandResult.doneBefore(found.get());
    }
    // A user who has the same name in another spelling relies on the reservation.
    if (found.filter(other -> same(other.username(), user.username())).isEmpty()) {
      reserved.ifPresent(held -> release(held, call));
    }
    throw new IdTakenException("user", user.id().value());
  }

  public CommandResult<User> rename(UserId id, String username, Call call) {
    Optional<Held> given = Optional.empty();
    for (boolean first = true; true; first = false) {
      Optional<Versioned<UserItem>> there = find(id, call);
      if (there.isEmpty()) {
        // The user was erased meanwhile, so the name that an earlier round reserved is released.
        (first ? given : heldIfUnique(id, username, call)).ifPresent(held -> release(held, call));
        throw new UserNotFoundException(id);
      }
      Versioned<UserItem> found = there.get();
      User old = found.item().toUser();
      if (old.username().equals(username)) {
        if (wasRenamedSince(id, found.item().version(), call)) {
          continue;
        }
        // Reserved by this command before, even if a lagging replica showed the old name until now,
        // or by the patch of an earlier round whose response was lost.
        given.ifPresent(held -> release(held, call));
        return CommandResult.doneBefore(old);
      }
      given = Optional.empty();
      if (!same(old.username(), username)) {
        // Read before the patch, because this call must not release a later reservation.
        given = heldIfUnique(id, old.username(), call);
        reserve(username, id, call);
      }
      if (patchName(id, username, found.etag(), call) == WriteResult.DONE) {
        given.ifPresent(held -> release(held, call));
        return CommandResult.done(old.renamed(username));
      }
    }
  }

  /** Reads at the primary, because a lagging replica may return a former name. */
  private boolean wasRenamedSince(UserId id, long version, Call call) {
    ItemKey key = ItemKey.of(id.value());
    Written<UserItem> newer =
        container.readIfAbove(key, PropertyPaths.VERSION, version, UserItem.class, call);
    return newer.result() != WriteResult.CONDITION_FAILED;
  }

  private WriteResult patchName(UserId id, String username, String etag, Call call) {
    PatchOperations operations =
        PatchOperations.create()
            .set(PropertyPaths.USERNAME, username)
            .increment(PropertyPaths.VERSION, 1);
    ItemKey key = ItemKey.of(id.value());
    try {
      return container.patch(key, operations, null, etag, call);
    } catch (StoreRejectedException e) {
      // Another program may have written the version; the next round reads the user again.
      Posts.replaceVersion(container, key, e, call);
      return WriteResult.CONDITION_FAILED;
    }
  }

  /** Finds the user who has a name: the owner of its reservation, if that user has the name. */
  public Optional<User> holder(String username, Call call) {
    return container
        .find(ItemKey.of(ReservationItem.idOfUsername(username)), ReservationItem.class, call)
        .flatMap(reservation -> Reservations.owner(reservation.ownerId(), UserId::of))
        .flatMap(owner -> find(owner, call))
        .map(found -> found.item().toUser())
        .filter(user -> same(user.username(), username));
  }

  /** Reserves a name if usernames are unique; see {@link Reservations#reserve}. */
  private Optional<Held> reserve(String username, UserId owner, Call call) {
    return uniqueNames
        ? reservations.reserve(ReservationItem.ofUsername(username, owner, clock.instant()), call)
        : Optional.empty();
  }

  private final class Owners implements Reservations.Owners {
    @Override
    public Use use(@Nullable String owner, String reservationId, Call call) {
      return Reservations.owner(owner, UserId::of)
          .map(id -> has(id, reservationId, call) ? Use.USED : Use.UNUSED)
          .orElse(Use.UNKNOWN);
    }

    private boolean has(UserId user, String reservationId, Call call) {
      return find(user, call)
          .map(found -> found.item().name().username())
          .filter(name -> ReservationItem.idOfUsername(name).equals(reservationId))
          .isPresent();
    }

    @Override
    public BlogException taken(ReservationItem wanted) {
      return new UsernameTakenException(String.valueOf(wanted.username()));
    }
  }

  private Optional<Held> heldIfUnique(UserId owner, String username, Call call) {
    return uniqueNames
        ? reservations.heldBy(owner.value(), ReservationItem.idOfUsername(username), call)
        : Optional.empty();
  }

  /** Releases the name of a user who is being erased; returns whether it was reserved. */
  boolean releaseName(UserId owner, String username, Call call) {
    return reservations.release(owner.value(), ReservationItem.idOfUsername(username), call);
  }

  private void release(Held held, Call call) {
    reservations.release(held, call);
  }

  private static boolean same(String one, String other) {
    return Username.canonical(one).equals(Username.canonical(other));
  }

  /**
   * Finds a user or an erased user's tombstone, whatever else another program has written there:
   * one point read.
   */
  Optional<Versioned<StoredItem>> findErasable(UserId id, Call call) {
    return container
        .read(ItemKey.of(id.value()), StoredItem.class, call)
        .filter(found -> ERASABLE.contains(found.item().type()));
  }

  /**
   * Replaces a user by a tombstone, which temporarily contains the name and nothing else of the
   * user.
   */
  WriteResult markErased(
      EraseUser command, String formerUsername, Versioned<StoredItem> found, Call call) {
    PatchOperations operations =
        PatchOperations.create()
            .set(PropertyPaths.TYPE, ItemType.ERASED_USER)
            .set(PropertyPaths.USERNAME, command.replacement())
            .set(PropertyPaths.VERSION, VersionedName.LAST_VERSION)
            .set(PropertyPaths.ERASURE, command.erasure().name())
            .set(PropertyPaths.FORMER_USERNAME, formerUsername);
    for (String path : OF_LIVE_USERS) {
      if (!found.item().lacks(path.substring(1))) {
        operations.remove(path);
      }
    }
    return container.patch(ItemKey.of(command.id().value()), operations, null, found.etag(), call);
  }

  /** Removes the former name from an erased user's tombstone, and lets that expire if asked to. */
  void endErasure(UserId id, boolean expires, Call call) {
    PatchOperations operations = PatchOperations.create().remove(PropertyPaths.FORMER_USERNAME);
    if (expires) {
      operations.set(
          PropertyPaths.TIME_TO_LIVE, database.settings().deletedRetention().toSeconds());
    }
    ItemKey key = ItemKey.of(id.value());
    container.patch(key, operations, QueryTexts.IS_ERASURE_UNDER_WAY, null, call);
  }
}
