package dev.cosmosblog.maintenance.internal;

import dev.cosmosblog.maintenance.report.Finding;
import dev.cosmosblog.maintenance.report.FindingKind;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.Slug;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.item.FrontPageItem;
import dev.cosmosblog.model.item.ItemDates;
import dev.cosmosblog.model.item.ItemType;
import dev.cosmosblog.model.item.PostItem;
import dev.cosmosblog.model.item.PostSummaryItem;
import dev.cosmosblog.model.item.ReservationItem;
import dev.cosmosblog.model.item.VersionedName;
import dev.cosmosblog.store.internal.item.AuthoredItem;
import dev.cosmosblog.store.internal.item.BlogContainer;
import dev.cosmosblog.store.internal.item.ItemPlace;
import dev.cosmosblog.store.internal.item.PostCounts;
import dev.cosmosblog.store.internal.item.StoredItem;
import dev.cosmosblog.store.internal.kernel.RepairWrites;
import dev.cosmosblog.store.internal.kernel.RepairWrites.MissingFields;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

/** Checks posts, comments, likes, summaries, the front page, usernames and slugs. */
record Checks(BlogAccess blog) {
  // A change feed publishes a post sooner, unless it is behind.
  private static final Duration SCHEDULE_GRACE = Duration.ofMinutes(10);
  private static final String UNUSED = "a reservation whose owner has another name";

  /**
   * Checks that a post's counts are right and can be incremented. Adding or removing a comment or
   * like also writes the post in the same transaction. So if the post is unchanged after counting,
   * the counts are exact, because reads in a session never go back in time.
   */
  Result counts(String postId, ItemSource items) {
    ItemPlace place = ItemPlace.ofPost(postId);
    Optional<StoredItem> seen = items.find(place).filter(ItemChecks::isLivePost);
    if (seen.isEmpty()) {
      return NotWrong.RIGHT;
    }
    PostItem post = seen.get().post();
    PostCounts found = new PostCounts(post.commentCount(), post.likeCount());
    PostCounts right = items.count(postId);
    if (!etag(items.find(place)).equals(etag(seen))) {
      return NotWrong.CHANGING;
    }
    boolean countable = seen.get().isCountable();
    if (found.equals(right) && countable) {
      return NotWrong.RIGHT;
    }
    String text =
        countable ? found.toString() : found + ", in a format that the library does not write";
    Finding finding = Findings.repairable(FindingKind.WRONG_COUNT, place, text, right.toString());
    return new Wrong(finding, "", () -> blog.repairs().setCounts(seen.get(), right));
  }

  /**
   * Checks that the date of a post, comment or like can be read. A repair takes the date of a
   * post's summary, or else the time of the last write.
   */
  Result date(ItemPlace place, ItemSource items) {
    Optional<StoredItem> seen = items.find(place).filter(ItemChecks::hasUnreadableDate);
    if (seen.isEmpty()) {
      return NotWrong.RIGHT;
    }
    StoredItem item = seen.get();
    Optional<String> ofSummary =
        Optional.of(item)
            .filter(ItemChecks::isLivePost)
            .flatMap(post -> items.find(ItemChecks.copyOf(post)))
            .filter(copy -> ItemType.isCopy(copy.type()))
            .flatMap(copy -> copy.textOf("creationDate"))
            .flatMap(ItemDates::parse)
            .map(ItemDates::text);
    String written = ItemDates.text(Instant.ofEpochSecond(item.writtenAt()));
    String right = ofSummary.orElse(written);
    Finding finding =
        Findings.repairable(
            FindingKind.UNREADABLE_DATE, place, "a date that isn't in ISO 8601 format", right);
    MissingFields date =
        new MissingFields(item, Optional.empty(), Optional.empty(), Optional.of(right));
    return new Wrong(
        finding,
        item.etag(),
        () ->
            // A post whose version can't be read has no next version.
            ItemChecks.isLivePost(item) && item.takesIncrement("version")
                ? blog.repairs().fillPost(date, null)
                : blog.repairs().fill(List.of(date)));
  }

  /** Checks that a scheduled post is published when its time has come. */
  Result schedule(String postId, ItemSource items) {
    ItemPlace place = ItemPlace.ofPost(postId);
    Optional<StoredItem> seen =
        items.find(place).filter(post -> ItemChecks.isLivePost(post) && post.post().isScheduled());
    Instant time = seen.map(post -> post.post().toPost().publishAt()).orElse(null);
    Instant now = blog.settings().timer().clock().instant();
    if (time == null || time.plus(SCHEDULE_GRACE).isAfter(now)) {
      return NotWrong.RIGHT;
    }
    Finding overdue =
        Findings.repairable(
            FindingKind.OVERDUE_POST, place, "scheduled for " + time, "a published post");
    return new Wrong(
        overdue,
        etag(seen),
        () -> blog.repositories().statuses().publishScheduled(PostId.of(postId), time));
  }

  /** Checks that a post, comment or like has its author's name, and that the author exists. */
  Result name(ItemPlace place, ItemSource items) {
    Optional<StoredItem> seen = items.find(place);
    if (seen.isEmpty() || seen.get().isDeleted()) {
      return NotWrong.RIGHT;
    }
    StoredItem item = seen.get();
    String found = "a name of version " + item.name().version();
    Optional<StoredItem> user = items.find(ItemPlace.ofUser(item.author()));
    if (user.isEmpty()) {
      return Wrong.unrepairable(Findings.missingAuthor(place, found), item.etag());
    }
    String versions = item.etag() + user.get().etag();
    if (ItemChecks.isRemovedUser(user.get())) {
      AuthoredItem carrier = new AuthoredItem(place.id(), place.partition(), item.type());
      Finding leftover = Findings.leftover(place, item, "its author was removed");
      return new Wrong(
          leftover,
          versions,
          () -> blog.repositories().erasures().eraseLate(carrier, UserId.of(item.author())));
    }
    if (!ItemChecks.determinesName(user.get()) || item.carries(user.get().user().name())) {
      return NotWrong.RIGHT;
    }
    VersionedName name = user.get().user().name();
    String right = "the name of version " + name.version();
    Finding stale = Findings.repairable(FindingKind.STALE_NAME, place, found, right);
    boolean goesBack = item.name().version() > name.version();
    return new Wrong(
        stale,
        versions,
        () ->
            (!goesBack || blog.isCurrent(ItemPlace.ofUser(item.author()), user))
                && blog.repairs().setName(item, name));
  }

  /**
   * Checks that a comment or like has a post. An unreadable item with the post's id counts as a
   * post.
   */
  Result owner(ItemPlace place, ItemSource items) {
    Optional<StoredItem> found = items.find(place);
    Optional<StoredItem> post = items.find(ItemPlace.ofPost(place.partition()));
    if (found.isEmpty() || post.filter(existing -> !ItemChecks.isMarker(existing)).isPresent()) {
      return NotWrong.RIGHT;
    }
    Finding finding =
        post.isEmpty()
            ? Findings.orphan(place, found.get())
            : Findings.leftover(place, found.get(), "the post was deleted");
    String versions = etag(found) + etag(post);
    return new Wrong(finding, versions, () -> delete(found.get()));
  }

  /** A late host doesn't return a pending comment to the queue, because its entry was removed. */
  private boolean delete(StoredItem item) {
    if (item.mayBeQueued()) {
      blog.repositories().pendingComments().ifPresent(queue -> queue.remove(item));
    }
    return blog.repairs().delete(BlogContainer.POSTS, item);
  }

  /**
   * Checks a like's id. Of a user's duplicate likes, keeps the one with the derived id, or else the
   * first.
   */
  Result like(ItemPlace place, ItemSource items) {
    Optional<StoredItem> found = items.find(place);
    Optional<StoredItem> post = items.find(ItemPlace.ofPost(place.partition()));
    if (found.isEmpty() || post.filter(ItemChecks::isLivePost).isEmpty()) {
      return NotWrong.RIGHT;
    }
    StoredItem like = found.get();
    ItemPlace guarded = ItemChecks.guardedPlaceOf(like);
    String text = "an id of another writer";
    if (items.find(guarded).isPresent()
        || blog.items().likes(place.partition(), like.author(), 1).stream()
            .anyMatch(first -> !first.id().equals(like.id()))) {
      return new Wrong(Findings.duplicateLike(place), "", () -> blog.repairs().dropLike(like));
    }
    String right = "the id " + guarded.id();
    Finding unguarded = Findings.repairable(FindingKind.UNGUARDED_LIKE, place, text, right);
    List<MissingFields> move = List.of(MissingFields.none(like));
    return new Wrong(unguarded, "", () -> blog.repairs().moveLikes(move));
  }

  /** Checks a summary. It is read before its post, so a summary with a higher version is wrong. */
  Result summary(ItemPlace place, ItemSource items) {
    Optional<StoredItem> copy = items.find(place);
    Optional<StoredItem> source = items.find(ItemPlace.ofPost(place.id()));
    Optional<PostSummaryItem> right =
        source
            .filter(ItemChecks::isLivePost)
            .map(post -> blog.summary(post).besideAuthor())
            .filter(post -> place.partition().equals(post.userId()));
    String versions = etag(copy) + etag(source);
    boolean removed = copy.filter(item -> item.type().equals(ItemType.REMOVED_COPY)).isPresent();
    boolean present = copy.filter(item -> ItemType.isCopy(item.type())).isPresent();
    if (right.isEmpty()) {
      return !present
          ? NotWrong.RIGHT
          : new Wrong(
              Findings.surplusCopy(place),
              versions,
              () ->
                  blog.isCurrent(ItemPlace.ofPost(place.id()), source)
                      && blog.removeCopy(copy.get(), source));
    }
    if (copy.isPresent() && !removed && !present) {
      String text = "an item of type '" + copy.get().type() + "'";
      String expected = "a post's summary, which has the same id";
      return Wrong.unrepairable(
          Findings.unrepairable(FindingKind.UNREADABLE_ITEM, place, text, expected), "");
    }
    PostSummaryItem post = right.get();
    String expected = "a summary of version " + post.version();
    if (copy.isEmpty() && place.id().equals(place.partition())) {
      String text = "nothing; a summary can't be stored because the post has its author's id";
      return Wrong.unrepairable(
          Findings.unrepairable(FindingKind.UNREADABLE_ITEM, place, text, expected), "");
    }
    if (copy.filter(item -> ItemChecks.isCopyOf(item, post)).isPresent()) {
      return NotWrong.RIGHT;
    }
    String text = removed ? "the tombstone of a summary" : copy.map(Checks::text).orElse("nothing");
    FindingKind kind = present ? FindingKind.STALE_SUMMARY : FindingKind.MISSING_SUMMARY;
    RepairWrites repairs = blog.repairs();
    Finding finding = Findings.repairable(kind, place, text, expected);
    boolean goesBack =
        removed || copy.filter(item -> ItemChecks.isNewerCopy(item, post)).isPresent();
    return new Wrong(
        finding,
        versions,
        () ->
            (!goesBack || blog.isCurrentWithName(ItemPlace.ofPost(place.id()), source.get()))
                && (copy.isEmpty()
                    ? repairs.createCopy(post)
                    : repairs.replaceCopy(copy.get(), post)));
  }

  private static String text(StoredItem copy) {
    return ItemChecks.read(copy::summary)
        .map(post -> "a different summary of version " + post.version())
        .orElse("a summary that cannot be read");
  }

  /**
   * Checks the front page: one point read, then one query over all physical partitions, and more if
   * posts can't be read. The query doesn't return posts whose deletion is complete, and the change
   * feed removes later ones from the front page. A repair sends up to four more requests for each
   * post that the front page has in a newer version.
   */
  Result frontPage(ItemSource items) {
    ItemPlace place = ItemPlace.ofFrontPage();
    Optional<StoredItem> seen = items.find(place);
    Optional<FrontPageItem> found = seen.flatMap(Checks::read);
    List<PostSummaryItem> newest =
        newestPosts().stream().map(post -> withNewerName(post, found, items)).toList();
    FrontPageItem right = FrontPageItem.of(blog.database().frontPageSize(), false, newest);
    if ((seen.isEmpty() && right.posts().isEmpty()) || found.filter(right::shows).isPresent()) {
      return NotWrong.RIGHT;
    }
    String text =
        found.map(page -> difference(page, right)).orElse("no front page that can be read");
    String expected = "the newest " + right.posts().size() + " posts";
    return new Wrong(
        Findings.repairable(FindingKind.WRONG_FRONT_PAGE, place, text, expected),
        etag(seen) + right.hashCode(),
        () ->
            right.posts().stream().allMatch(post -> !goesBack(found, post) || isCurrent(post))
                && blog.repositories()
                    .frontPage()
                    .repair(seen.orElse(null), right.posts(), right.size()));
  }

  /** Whether the front page shows a post in a newer version, or remembers that it left. */
  private boolean goesBack(Optional<FrontPageItem> page, PostSummaryItem post) {
    return page.filter(
            found ->
                found.posts().stream()
                        .filter(entry -> Objects.equals(entry.postId(), post.postId()))
                        .anyMatch(entry -> ItemChecks.isNewer(entry, post))
                    || blog.repositories().frontPage().remembers(found, post))
        .isPresent();
  }

  private boolean isCurrent(PostSummaryItem post) {
    ItemPlace place = ItemPlace.ofPost(String.valueOf(post.postId()));
    return !ItemChecks.canBeNamed(place)
        || blog.find(place)
            .filter(ItemChecks::isLivePost)
            .filter(
                source ->
                    ItemChecks.read(() -> blog.summary(source))
                        .filter(found -> !ItemChecks.isNewer(found, post))
                        .isPresent())
            .filter(source -> blog.isCurrentWithName(place, source))
            .isPresent();
  }

  /** A rename or an erasure reaches the front page before it reaches all posts. */
  private static PostSummaryItem withNewerName(
      PostSummaryItem post, Optional<FrontPageItem> page, ItemSource items) {
    boolean newer =
        page.stream()
            .flatMap(found -> found.posts().stream())
            .anyMatch(
                entry ->
                    Objects.equals(entry.postId(), post.postId())
                        && entry.userVersion() > post.userVersion());
    return newer
        ? items
            .find(ItemPlace.ofUser(String.valueOf(post.userId())))
            .filter(ItemChecks::determinesName)
            .flatMap(user -> ItemChecks.read(() -> user.user().name()))
            .filter(name -> name.version() > post.userVersion())
            .map(post::named)
            .orElse(post)
        : post;
  }

  private static Optional<FrontPageItem> read(StoredItem page) {
    return ItemChecks.read(page::feed);
  }

  /**
   * Returns the newest readable posts, with at most a front page of them and their summaries in
   * memory.
   */
  private List<PostSummaryItem> newestPosts() {
    int size = blog.database().frontPageSize();
    List<PostSummaryItem> readable = new ArrayList<>();
    List<StoredItem> found = blog.items().newestPosts(size, null);
    addReadable(found, readable);
    while (readable.size() < size && found.size() == size) {
      found = blog.items().newestPosts(size, found.get(size - 1));
      addReadable(found, readable);
    }
    return readable.stream().limit(size).toList();
  }

  private void addReadable(List<StoredItem> found, List<PostSummaryItem> readable) {
    found.stream()
        .filter(post -> ItemChecks.problem(BlogContainer.POSTS, post).isEmpty())
        .map(blog::summary)
        .forEach(readable::add);
  }

  private static String difference(FrontPageItem found, FrontPageItem right) {
    Set<PostSummaryItem> same = new HashSet<>(right.posts());
    same.retainAll(found.posts());
    String incomplete = found.incomplete() ? ", marked as incomplete" : "";
    return "%d posts, %d of them right%s".formatted(found.posts().size(), same.size(), incomplete);
  }

  Result username(String userId, ItemSource items) {
    ItemPlace place = ItemPlace.ofUser(userId);
    Optional<StoredItem> user = items.find(place).filter(ItemChecks::isUser);
    String name = user.map(item -> item.user().name().username()).orElse("");
    if (name.isBlank()) {
      return NotWrong.RIGHT;
    }
    UserId owner = UserId.of(userId);
    RepairWrites repairs = blog.repairs();
    return reserved(
        new Claim(
            place,
            userId,
            etag(user),
            ItemChecks.reservationOf(name),
            "a reservation of the name for the user",
            FindingKind.UNRESERVED_NAME,
            FindingKind.TAKEN_NAME,
            () -> repairs.reserve(name, owner),
            seen -> repairs.reassign(seen, name, owner)),
        items);
  }

  /** Checks that one of the slugs that a post has or had is reserved for it. */
  Result slug(String postId, Slug slug, ItemSource items) {
    ItemPlace place = ItemPlace.ofPost(postId);
    Optional<StoredItem> post =
        items
            .find(place)
            .filter(item -> ItemChecks.isLivePost(item) && item.slugs().contains(slug));
    if (post.isEmpty()) {
      return NotWrong.RIGHT;
    }
    PostId owner = PostId.of(postId);
    RepairWrites repairs = blog.repairs();
    return reserved(
        new Claim(
            place,
            postId,
            // Comments and likes of the post don't concern the slug.
            "",
            ItemChecks.reservationOf(slug),
            "a reservation of the slug '%s' for the post".formatted(slug),
            FindingKind.UNRESERVED_SLUG,
            FindingKind.TAKEN_SLUG,
            () -> repairs.reserve(slug, owner),
            seen -> repairs.reassign(seen, slug, owner)),
        items);
  }

  /** A name that a user or post has, and how to reserve it. */
  private record Claim(
      ItemPlace place,
      String owner,
      String version,
      ItemPlace reservation,
      String expected,
      FindingKind unreserved,
      FindingKind taken,
      BooleanSupplier reserve,
      Predicate<StoredItem> reassign) {}

  private Result reserved(Claim claim, ItemSource items) {
    Optional<StoredItem> found = items.find(claim.reservation);
    String versions = claim.version + etag(found);
    if (found.isEmpty()) {
      return unreserved(claim, "no reservation", versions, claim.reserve);
    }
    StoredItem reservation = found.get();
    BooleanSupplier reassign = () -> claim.reassign.test(reservation);
    if (ItemChecks.read(() -> reservation.reservation().since()).isEmpty()) {
      return unreserved(claim, "a reservation that cannot be read", versions, reassign);
    }
    String owner = reservation.reservation().ownerId();
    if (claim.owner.equals(owner)) {
      return NotWrong.RIGHT;
    }
    if (isUsed(items, reservation)) {
      String text = "the reservation of the %s %s".formatted(ownerKind(reservation), owner);
      return Wrong.unrepairable(
          Findings.unrepairable(claim.taken, claim.place, text, claim.expected), versions);
    }
    return isExpired(reservation)
        ? unreserved(claim, UNUSED, versions, reassign)
        : NotWrong.CHANGING;
  }

  private static Wrong unreserved(
      Claim claim, String text, String versions, BooleanSupplier repair) {
    Finding finding = Findings.repairable(claim.unreserved, claim.place, text, claim.expected);
    return new Wrong(finding, versions, repair);
  }

  /**
   * Checks that an erasure is finished. A slow erasure looks unfinished, but finishing it twice is
   * harmless.
   */
  Result erasure(String userId, ItemSource items) {
    ItemPlace place = ItemPlace.ofUser(userId);
    Optional<StoredItem> mark =
        items
            .find(place)
            .filter(item -> item.type().equals(ItemType.ERASED_USER))
            .filter(item -> !item.lacks("formerUsername"));
    if (mark.isEmpty()) {
      return NotWrong.RIGHT;
    }
    String text = "a tombstone with the former username";
    String right = "a tombstone without it";
    Finding finding = Findings.repairable(FindingKind.UNFINISHED_ERASURE, place, text, right);
    return new Wrong(
        finding, etag(mark), () -> blog.repositories().erasures().finish(UserId.of(userId)));
  }

  /** Checks that a reservation's owner has the name. */
  Result reservation(ItemPlace place, ItemSource items) {
    Optional<StoredItem> found = items.find(place);
    if (found.isEmpty() || !isExpired(found.get()) || isUsed(items, found.get())) {
      return NotWrong.RIGHT;
    }
    StoredItem seen = found.get();
    Finding finding = Findings.repairable(FindingKind.UNUSED_RESERVATION, place, UNUSED, "none");
    return new Wrong(finding, etag(found), () -> blog.repairs().delete(BlogContainer.USERS, seen));
  }

  /** Whether the command that made the reservation must have ended by now. */
  private boolean isExpired(StoredItem reservation) {
    return reservation
        .reservation()
        .since()
        .plus(RepairWrites.RESERVATION_GRACE)
        .isBefore(blog.settings().timer().clock().instant());
  }

  /** Whether the owner has the name or slug that the reservation's id is derived from. */
  private static boolean isUsed(ItemSource items, StoredItem reservation) {
    Optional<StoredItem> owner = ItemChecks.ownerOf(reservation).flatMap(items::find);
    return reservation.type().equals(ItemType.SLUG)
        ? owner.filter(ItemChecks::isLivePost).stream()
            .flatMap(post -> post.slugs().stream())
            .anyMatch(slug -> ReservationItem.idOfSlug(slug).equals(reservation.id()))
        : owner
            .filter(ItemChecks::isUser)
            .map(user -> user.user().toUser())
            .filter(user -> ReservationItem.idOfUsername(user.username()).equals(reservation.id()))
            .isPresent();
  }

  private static String ownerKind(StoredItem reservation) {
    return reservation.type().equals(ItemType.SLUG) ? "post" : "user";
  }

  private static String etag(Optional<StoredItem> item) {
    return item.map(StoredItem::etag).orElse("-");
  }

  /** Compares something with the current state of its source. */
  interface Check {
    Result run(ItemSource items);

    /** An item that can't be read is a separate finding, and its dependents can't be checked. */
    default Result runIfReadable(ItemSource items) {
      return ItemChecks.read(() -> run(items)).orElse(NotWrong.RIGHT);
    }
  }

  /** The source that a check reads from: the database, or the items of a page and its lookups. */
  interface ItemSource {
    Optional<StoredItem> find(ItemPlace place);

    PostCounts count(String postId);
  }

  sealed interface Result {}

  /** No error, or no proof of one. */
  enum NotWrong implements Result {
    /** The item is right or deleted. */
    RIGHT,
    /** The item was written during the check, or a command may still be running. */
    CHANGING
  }

  /**
   * The item is wrong. The versions are the ETags of all items that were read, or empty if a single
   * check is proof. The repair returns true if everything was unchanged since it was read. Before
   * it removes a copy or writes an older version than it found, it proves that the source was not
   * read from a lagging replica.
   */
  record Wrong(Finding finding, String versions, BooleanSupplier repair) implements Result {
    static Wrong unrepairable(Finding finding, String versions) {
      return new Wrong(finding, versions, () -> false);
    }

    /** Whether an earlier check found the same error and nothing was written since. */
    boolean persistsSince(Result earlier) {
      return earlier instanceof Wrong other
          && other.versions.equals(versions)
          && other.finding.kind() == finding.kind();
    }
  }
}
