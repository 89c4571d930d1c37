package dev.cosmosblog.maintenance.internal.verify;

import dev.cosmosblog.maintenance.internal.run.BlogAccess;
import dev.cosmosblog.maintenance.internal.run.Findings;
import dev.cosmosblog.maintenance.internal.run.ItemChecks;
import dev.cosmosblog.maintenance.internal.verify.Check.Result;
import dev.cosmosblog.maintenance.internal.verify.Check.Wrong;
import dev.cosmosblog.maintenance.report.Finding;
import dev.cosmosblog.maintenance.report.FindingKind;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.item.ItemType;
import dev.cosmosblog.model.item.PostItem;
import dev.cosmosblog.model.item.VersionedName;
import dev.cosmosblog.store.internal.item.AuthoredItem;
import dev.cosmosblog.store.internal.item.BlogContainer;
import dev.cosmosblog.store.internal.item.ItemPlace;
import dev.cosmosblog.store.internal.item.PostCounts;
import dev.cosmosblog.store.internal.item.StoredItem;
import dev.cosmosblog.store.internal.kernel.MissingFields;
import java.util.List;
import java.util.Optional;

/** Checks of posts, comments and likes. */
final class PostChecks {
  private final BlogAccess blog;
  private final boolean removeOrphans;

  PostChecks(BlogAccess blog, boolean removeOrphans) {
    this.blog = blog;
    this.removeOrphans = removeOrphans;
  }

  /**
   * Checks that a post's counts are right and can be incremented. Every comment or like that is
   * added or removed writes the post in the same transaction. So if the post is the same before and
   * after its items are counted, the counts are exact. Within a session no read is older than the
   * one before it, so this holds at session consistency.
   */
  Check counts(String postId) {
    return () -> {
      ItemPlace place = ItemPlace.ofPost(postId);
      Optional<StoredItem> seen = blog.items().find(place);
      if (seen.filter(ItemChecks::isLivePost).isEmpty()) {
        return Check.RIGHT;
      }
      PostItem post = seen.get().post();
      PostCounts found = new PostCounts(post.commentCount(), post.likeCount());
      PostCounts right = blog.items().count(postId);
      Optional<StoredItem> after = blog.items().find(place);
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
    return () -> {
      Optional<StoredItem> seen = blog.items().find(place);
      if (seen.isEmpty() || seen.get().isDeleted()) {
        return Check.RIGHT;
      }
      StoredItem item = seen.get();
      String found = "a name of version " + item.name().version();
      Optional<StoredItem> user = blog.items().find(ItemPlace.ofUser(item.author()));
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
    return () -> {
      Optional<StoredItem> found = blog.items().find(place);
      Optional<StoredItem> post = blog.items().find(ItemPlace.ofPost(place.partition()));
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
    return () -> {
      Optional<StoredItem> found = blog.items().find(place);
      Optional<StoredItem> post = blog.items().find(ItemPlace.ofPost(place.partition()));
      if (found.isEmpty() || post.filter(ItemChecks::isLivePost).isEmpty()) {
        return Check.RIGHT;
      }
      return duplicateOrUnguarded(place, found.get());
    };
  }

  private Result duplicateOrUnguarded(ItemPlace place, StoredItem like) {
    String right = ItemChecks.likeIdOf(like);
    ItemPlace guarded = new ItemPlace(BlogContainer.POSTS, place.partition(), right);
    boolean another =
        blog.items().find(guarded).isPresent()
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
}
