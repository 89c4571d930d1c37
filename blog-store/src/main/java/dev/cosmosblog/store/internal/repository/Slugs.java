package dev.cosmosblog.store.internal.repository;

import dev.cosmosblog.model.BlogException;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.Slug;
import dev.cosmosblog.model.item.ReservationItem;
import dev.cosmosblog.store.error.SlugTakenException;
import dev.cosmosblog.store.internal.cosmos.Call;
import dev.cosmosblog.store.internal.cosmos.DatabaseAccess;
import dev.cosmosblog.store.internal.cosmos.ItemContainer;
import dev.cosmosblog.store.internal.item.DeletedPost;
import dev.cosmosblog.store.internal.item.ItemKey;
import dev.cosmosblog.store.internal.item.StoredItem;
import dev.cosmosblog.store.internal.repository.Reservations.Held;
import dev.cosmosblog.store.internal.repository.Reservations.Use;
import dev.cosmosblog.store.observe.BlogOperation;
import java.time.Clock;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The reservations of slugs. A post has a slug if its item says so, and keeps the reservations of
 * its former slugs, so that these find it. After its deletion, its slugs are free at once, and the
 * change feed deletes their reservations.
 */
public final class Slugs {
  private final DatabaseAccess database;
  private final ItemContainer users;
  private final Clock clock;
  private final Reservations reservations;

  public Slugs(DatabaseAccess database) {
    this.database = database;
    this.users = database.users();
    this.clock = database.environment().clock();
    this.reservations = new Reservations(database, new Posts(database.posts()));
  }

  private record Posts(ItemContainer posts) implements Reservations.Owners {
    @Override
    public Use use(@Nullable String owner, String reservationId, Call call) {
      return Reservations.owner(owner, PostId::of)
          .map(post -> use(post, reservationId, call))
          .orElse(Use.UNKNOWN);
    }

    private Use use(PostId owner, String reservationId, Call call) {
      Optional<StoredItem> post = posts.find(ItemKey.of(owner.value()), StoredItem.class, call);
      if (post.filter(StoredItem::isDeleted).isPresent()) {
        return Use.DELETED;
      }
      List<Slug> slugs = post.map(StoredItem::slugs).orElse(List.of());
      return slugs.stream().map(ReservationItem::idOfSlug).anyMatch(reservationId::equals)
          ? Use.USED
          : Use.UNUSED;
    }

    @Override
    public BlogException taken(ReservationItem wanted) {
      return new SlugTakenException(Slug.of(String.valueOf(wanted.slug())));
    }
  }

  /** Reserves a slug for a post; returns the reservation if there was none. */
  Optional<Held> reserve(Slug slug, PostId post, Call call) {
    return reservations.reserve(ReservationItem.ofSlug(slug, post, clock.instant()), call);
  }

  /** Finds the post for which a slug is reserved, and which may not have it: one point read. */
  Optional<PostId> owner(Slug slug, Call call) {
    return users
        .find(ItemKey.of(ReservationItem.idOfSlug(slug)), ReservationItem.class, call)
        .flatMap(reservation -> Reservations.owner(reservation.ownerId(), PostId::of));
  }

  Optional<Held> heldBy(PostId post, Slug slug, Call call) {
    return reservations.heldBy(post.value(), ReservationItem.idOfSlug(slug), call);
  }

  void release(Held held, Call call) {
    reservations.release(held, call);
  }

  /** Releases a deleted post's slugs: two requests each, and more after conflicts. */
  public void release(DeletedPost deleted) {
    if (!deleted.slugs().isEmpty()) {
      database
          .operations()
          .execute(
              BlogOperation.RELEASE_SLUGS, call -> release(deleted.post(), deleted.slugs(), call));
    }
  }

  /** Releases the slugs of a deleted post; returns how many were reserved for it. */
  int release(PostId post, Collection<Slug> slugs, Call call) {
    int released = 0;
    for (Slug slug : slugs) {
      released += reservations.release(post.value(), ReservationItem.idOfSlug(slug), call) ? 1 : 0;
    }
    return released;
  }
}
