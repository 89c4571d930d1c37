package dev.cosmosblog.maintenance.internal.verify;

import dev.cosmosblog.maintenance.internal.run.BlogAccess;
import dev.cosmosblog.maintenance.internal.run.Findings;
import dev.cosmosblog.maintenance.internal.run.ItemChecks;
import dev.cosmosblog.maintenance.internal.verify.Check.ItemSource;
import dev.cosmosblog.maintenance.internal.verify.Check.Result;
import dev.cosmosblog.maintenance.internal.verify.Check.Wrong;
import dev.cosmosblog.maintenance.report.Finding;
import dev.cosmosblog.maintenance.report.FindingKind;
import dev.cosmosblog.model.MalformedItemException;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.item.FrontPageItem;
import dev.cosmosblog.model.item.ItemType;
import dev.cosmosblog.model.item.PostItem;
import dev.cosmosblog.model.item.UsernameItem;
import dev.cosmosblog.model.item.VersionedName;
import dev.cosmosblog.store.internal.item.AuthoredItem;
import dev.cosmosblog.store.internal.item.BlogContainer;
import dev.cosmosblog.store.internal.item.ItemPlace;
import dev.cosmosblog.store.internal.item.PostCounts;
import dev.cosmosblog.store.internal.item.StoredItem;
import dev.cosmosblog.store.internal.kernel.MissingFields;
import dev.cosmosblog.store.internal.kernel.RepairWrites;
import java.time.Clock;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The checks of posts, comments and likes, of their copies, and of usernames. */
final class Checks {
  private final BlogAccess blog;
  private final Clock clock;
  private final boolean removeOrphans;

  Checks(BlogAccess blog, Clock clock, boolean removeOrphans) {
    this.blog = blog;
    this.clock = clock;
    this.removeOrphans = removeOrphans;
  }

  /**
   * Checks that a post's counts are right and can be incremented. Every comment or like that is
   * added or removed writes the post in the same transaction. So if the post is the same before and
   * after its items are counted, the counts are exact. Within a session no read is older than the
   * one before it, so this holds at session consistency.
   */
  Check counts(String postId) {
    return items -> {
      ItemPlace place = ItemPlace.ofPost(postId);
      Optional<StoredItem> seen = items.find(place);
      if (seen.filter(ItemChecks::isLivePost).isEmpty()) {
        return Check.RIGHT;
      }
      PostItem post = seen.get().post();
      PostCounts found = new PostCounts(post.commentCount(), post.likeCount());
      PostCounts right = items.count(postId);
      Optional<StoredItem> after = items.find(place);
      if (after.filter(same -> same.etag().equals(seen.get().etag())).isEmpty()) {
        return Check.CHANGING;
      }
      boolean countable = seen.get().isCountable();
      if (found.equals(right) && countable) {
        return Check.RIGHT;
      }
      String text = countable ? found.toString() : found + ", which commands cannot increment";
      return new Wrong(
          Findings.repairable(FindingKind.WRONG_COUNT, place, text, right.toString()),
          "",
          () -> blog.repairs().setCounts(seen.get(), right));
    };
  }

  /** Checks that a post, comment or like carries its author's name, and that the author exists. */
  Check name(ItemPlace place) {
    return items -> {
      Optional<StoredItem> seen = items.find(place);
      if (seen.isEmpty() || seen.get().isDeleted()) {
        return Check.RIGHT;
      }
      StoredItem item = seen.get();
      String found = "a name of version " + item.name().version();
      Optional<StoredItem> user = items.find(ItemPlace.ofUser(item.author()));
      if (user.isEmpty()) {
        Finding finding =
            Findings.left(FindingKind.MISSING_AUTHOR, place, found, "a user with this id");
        return new Wrong(finding, item.etag(), () -> false);
      }
      String versions = item.etag() + user.get().etag();
      if (ItemChecks.isRemovedUser(user.get())) {
        AuthoredItem carrier = new AuthoredItem(place.id(), place.partition(), item.type());
        return new Wrong(
            Findings.repairable(
                FindingKind.LEFTOVER, place, "a " + item.type(), "none: its author was removed"),
            versions,
            () -> blog.copies().eraseLate(carrier, UserId.of(item.author())));
      }
      if (!ItemChecks.determinesName(user.get()) || item.carries(user.get().user().name())) {
        return Check.RIGHT;
      }
      VersionedName name = user.get().user().name();
      return new Wrong(
          Findings.repairable(
              FindingKind.STALE_NAME, place, found, "the name of version " + name.version()),
          versions,
          () -> blog.repairs().setName(item, name));
    };
  }

  /**
   * Checks that a comment or like has a post. An item that cannot be read, in the post's place,
   * keeps what belongs to it.
   */
  Check owner(ItemPlace place) {
    return items -> {
      Optional<StoredItem> found = items.find(place);
      Optional<StoredItem> post = items.find(ItemPlace.ofPost(place.partition()));
      if (found.isEmpty() || post.filter(existing -> !isMarker(existing)).isPresent()) {
        return Check.RIGHT;
      }
      String text = "a " + found.get().type();
      Finding orphan =
          new Finding(
              FindingKind.ORPHAN,
              Findings.locate(place),
              text,
              "none, or a post that it belongs to",
              removeOrphans);
      return new Wrong(
          post.isEmpty()
              ? orphan
              : Findings.repairable(
                  FindingKind.LEFTOVER, place, text, "none: the post was deleted"),
          found.get().etag() + post.map(StoredItem::etag).orElse("-"),
          () -> blog.repairs().delete(BlogContainer.POSTS, found.get()));
    };
  }

  private static boolean isMarker(StoredItem post) {
    return post.type().equals(ItemType.POST) && post.isDeleted();
  }

  /**
   * Checks that a like has the id that is derived from its user's. Of several likes of one user,
   * the one with that id stays, or else the first by id.
   */
  Check like(ItemPlace place) {
    return items -> {
      Optional<StoredItem> found = items.find(place);
      Optional<StoredItem> post = items.find(ItemPlace.ofPost(place.partition()));
      if (found.isEmpty() || post.filter(ItemChecks::isLivePost).isEmpty()) {
        return Check.RIGHT;
      }
      return duplicateOrUnguarded(items, place, found.get());
    };
  }

  private Result duplicateOrUnguarded(ItemSource items, ItemPlace place, StoredItem like) {
    String right = ItemChecks.likeIdOf(like);
    ItemPlace guarded = new ItemPlace(BlogContainer.POSTS, place.partition(), right);
    boolean another =
        items.find(guarded).isPresent()
            || blog.items().likes(place.partition(), like.author(), 1).stream()
                .anyMatch(first -> !first.id().equals(like.id()));
    return another
        ? new Wrong(Findings.duplicateLike(place), "", () -> blog.repairs().dropLike(like))
        : new Wrong(
            Findings.repairable(
                FindingKind.UNGUARDED_LIKE, place, "an id of another writer", "the id " + right),
            "",
            () -> blog.repairs().moveLikes(List.of(MissingFields.none(like))));
  }

  /**
   * Checks the short copy of a post beside an author. The copy is read before the post, so a copy
   * of a higher version is wrong, and not just newer than the post that was read.
   */
  Check shortCopy(String postId, String author) {
    return items -> {
      ItemPlace place = new ItemPlace(BlogContainer.USERS, author, postId);
      Optional<StoredItem> copy = items.find(place);
      Optional<StoredItem> source = items.find(ItemPlace.ofPost(postId));
      Optional<PostItem> right =
          source
              .filter(ItemChecks::isLivePost)
              .map(post -> post.post().shortCopy())
              .filter(post -> author.equals(post.userId()));
      String versions =
          copy.map(StoredItem::etag).orElse("-") + source.map(StoredItem::etag).orElse("-");
      if (copy.isPresent()) {
        return compare(place, copy.get(), right, versions);
      }
      return right.isEmpty()
          ? Check.RIGHT
          : new Wrong(
              Findings.repairable(FindingKind.MISSING_COPY, place, "nothing", text(right.get())),
              versions,
              () -> blog.repairs().createCopy(right.get()));
    };
  }

  private Result compare(
      ItemPlace place, StoredItem copy, Optional<PostItem> right, String versions) {
    if (!copy.type().equals(ItemType.POST)) {
      String text = "an item of type '" + copy.type() + "'";
      String expected = "a post's short copy, which has the same id";
      return right.isEmpty()
          ? Check.RIGHT
          : Check.left(Findings.left(FindingKind.UNREADABLE_ITEM, place, text, expected));
    }
    if (right.isEmpty()) {
      return new Wrong(
          Findings.repairable(FindingKind.SURPLUS_COPY, place, "a copy", "nothing"),
          versions,
          () -> blog.repairs().delete(BlogContainer.USERS, copy));
    }
    if (ItemChecks.isCopyOf(copy, right.get())) {
      return Check.RIGHT;
    }
    return new Wrong(
        Findings.repairable(FindingKind.STALE_COPY, place, text(copy), text(right.get())),
        versions,
        () -> blog.repairs().replaceCopy(copy, right.get()));
  }

  private static String text(PostItem post) {
    return "a copy of version " + post.version();
  }

  private static String text(StoredItem copy) {
    try {
      return "another copy, of version " + copy.post().version();
    } catch (MalformedItemException e) {
      return "a copy that cannot be read";
    }
  }

  /**
   * Checks the front page: one point read, and one query over all physical partitions. It is read
   * before the posts: a post whose deletion was handled before is not among them, and one that is
   * handled later writes the front page.
   */
  Result frontPage(ItemSource items) {
    ItemPlace place = ItemPlace.ofFrontPage();
    Optional<StoredItem> seen = items.find(place);
    FrontPageItem right = FrontPageItem.of(blog.database().frontPageSize(), false, newestPosts());
    if (seen.isEmpty() && right.posts().isEmpty()) {
      return Check.RIGHT;
    }
    Optional<FrontPageItem> found = seen.flatMap(Checks::read);
    if (found.filter(right::shows).isPresent()) {
      return Check.RIGHT;
    }
    return new Wrong(
        Findings.repairable(
            FindingKind.WRONG_FRONT_PAGE,
            place,
            found.map(page -> difference(page, right)).orElse("no front page that can be read"),
            "the newest " + right.posts().size() + " posts"),
        seen.map(StoredItem::etag).orElse("-") + right.hashCode(),
        () -> blog.repairs().writeFrontPage(seen.orElse(null), right));
  }

  private static Optional<FrontPageItem> read(StoredItem page) {
    try {
      return Optional.of(page.feed());
    } catch (MalformedItemException e) {
      return Optional.empty();
    }
  }

  /** The newest posts that can be read. If some cannot, the query is repeated for more. */
  private List<PostItem> newestPosts() {
    int size = blog.database().frontPageSize();
    for (int limit = size; ; limit *= 2) {
      List<StoredItem> found = blog.items().newestPosts(limit);
      List<PostItem> readable =
          found.stream()
              .filter(post -> ItemChecks.problem(BlogContainer.POSTS, post).isEmpty())
              .map(post -> post.post().shortCopy())
              .limit(size)
              .toList();
      if (readable.size() == size || found.size() < limit) {
        return readable;
      }
    }
  }

  private static String difference(FrontPageItem found, FrontPageItem right) {
    Set<PostItem> same = new HashSet<>(right.posts());
    same.retainAll(found.posts());
    String incomplete = found.incomplete() ? ", marked as incomplete" : "";
    return "%d posts, %d of them right%s".formatted(found.posts().size(), same.size(), incomplete);
  }

  static ItemPlace reservationOf(String username) {
    String id = UsernameItem.idOf(username);
    return new ItemPlace(BlogContainer.USERS, id, id);
  }

  /** Whether a user has the name that a reservation's id is derived from. */
  private static boolean uses(StoredItem user, String reservationId) {
    return ItemChecks.isUser(user)
        && UsernameItem.idOf(user.user().name().username()).equals(reservationId);
  }

  /** Checks that a user's name is reserved for the user. */
  Check username(String userId) {
    return items -> {
      ItemPlace place = ItemPlace.ofUser(userId);
      Optional<StoredItem> user = items.find(place).filter(ItemChecks::isUser);
      String name = user.map(item -> item.user().name().username()).orElse("");
      if (user.isEmpty() || name.isBlank()) {
        return Check.RIGHT;
      }
      String expected = "a reservation of the name for the user";
      UserId owner = UserId.of(userId);
      Optional<StoredItem> found = items.find(reservationOf(name));
      String versions = user.get().etag() + found.map(StoredItem::etag).orElse("-");
      if (found.isEmpty()) {
        return new Wrong(
            Findings.repairable(FindingKind.UNRESERVED_NAME, place, "no reservation", expected),
            versions,
            () -> blog.repairs().reserve(name, owner));
      }
      StoredItem reservation = found.get();
      if (reservation.reservation().heldBy(owner)) {
        return Check.RIGHT;
      }
      if (isUsed(items, reservation)) {
        String text = "another user's reservation";
        return new Wrong(
            Findings.left(FindingKind.TAKEN_NAME, place, text, expected), versions, () -> false);
      }
      if (!isExpired(reservation)) {
        return Check.CHANGING;
      }
      String text = "a reservation whose owner has another name";
      return new Wrong(
          Findings.repairable(FindingKind.UNRESERVED_NAME, place, text, expected),
          versions,
          () -> blog.repairs().reassign(reservation, name, owner));
    };
  }

  /** Checks that the owner of a reservation has the name. */
  Check reservation(ItemPlace place) {
    return items -> {
      Optional<StoredItem> found = items.find(place);
      if (found.isEmpty() || !isExpired(found.get()) || isUsed(items, found.get())) {
        return Check.RIGHT;
      }
      String text = "a reservation whose owner has another name";
      return new Wrong(
          Findings.repairable(FindingKind.UNUSED_RESERVATION, place, text, "none"),
          found.get().etag(),
          () -> blog.repairs().delete(BlogContainer.USERS, found.get()));
    };
  }

  /** Whether a command that made the reservation would have ended by now. */
  private boolean isExpired(StoredItem reservation) {
    return reservation
        .reservation()
        .since()
        .plus(RepairWrites.RESERVATION_GRACE)
        .isBefore(clock.instant());
  }

  private static boolean isUsed(ItemSource items, StoredItem reservation) {
    return Optional.ofNullable(reservation.reservation().ownerId())
        .filter(owner -> !owner.isEmpty())
        .flatMap(owner -> items.find(ItemPlace.ofUser(owner)))
        .filter(owner -> uses(owner, reservation.id()))
        .isPresent();
  }
}
