package dev.cosmosblog.maintenance.internal;

import dev.cosmosblog.maintenance.internal.Checks.ItemSource;
import dev.cosmosblog.maintenance.internal.Checks.NotWrong;
import dev.cosmosblog.maintenance.internal.Checks.Result;
import dev.cosmosblog.maintenance.internal.Checks.Wrong;
import dev.cosmosblog.maintenance.report.ChangeKind;
import dev.cosmosblog.maintenance.report.Finding;
import dev.cosmosblog.maintenance.report.FindingKind;
import dev.cosmosblog.model.MalformedItemException;
import dev.cosmosblog.model.item.ArchiveItem;
import dev.cosmosblog.model.item.ItemType;
import dev.cosmosblog.model.item.PostSummaryItem;
import dev.cosmosblog.model.item.VersionedName;
import dev.cosmosblog.store.internal.item.BlogContainer;
import dev.cosmosblog.store.internal.item.DeletedPost;
import dev.cosmosblog.store.internal.item.ItemPlace;
import dev.cosmosblog.store.internal.item.StoredItem;
import dev.cosmosblog.store.internal.repository.ArchiveBuckets;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Checks and writes the archive's entries: published and hidden posts in the bucket of their date.
 * An entry has the version in which it last changed, because a like or an edit of the content
 * doesn't write the entry.
 */
record ArchiveChecks(BlogAccess blog) {
  /** Returns the expected entry of a live post, or empty if the post was never published. */
  Optional<ArchiveItem> right(StoredItem post, Optional<StoredItem> buckets) {
    return Optional.of(post)
        .filter(ItemChecks::isLivePost)
        // The post has its author's id, so it has no summary and the change feed dead-letters it.
        .filter(live -> !live.id().equals(live.author()))
        .map(blog::summary)
        .filter(PostSummaryItem::wasPublished)
        .map(copy -> ArchiveItem.of(copy, ArchiveBuckets.of(buckets, date(copy))));
  }

  private static String date(PostSummaryItem copy) {
    return String.valueOf(copy.creationDate());
  }

  static ItemPlace place(ArchiveItem entry) {
    return new ItemPlace(
        BlogContainer.ARCHIVE, String.valueOf(entry.bucket()), String.valueOf(entry.id()));
  }

  /**
   * Checks a post's entry. It is read before its post, so an entry with a higher version is wrong.
   */
  Result entry(String postId, ItemSource items) {
    Optional<StoredItem> buckets = items.find(ItemPlace.ofArchiveBuckets());
    Optional<ItemPlace> place = right(postId, buckets, items).map(ArchiveChecks::place);
    if (place.isEmpty()) {
      return NotWrong.RIGHT;
    }
    Optional<StoredItem> entry = items.find(place.get());
    Optional<StoredItem> source = items.find(ItemPlace.ofPost(postId));
    Optional<ArchiveItem> right = source.flatMap(post -> right(post, buckets));
    if (right.isEmpty() || !place(right.get()).equals(place.get())) {
      return NotWrong.CHANGING;
    }
    // Readers see only the buckets in the list.
    boolean listed =
        ArchiveBuckets.listed(buckets, String.valueOf(right.get().creationDate())).isPresent();
    boolean removed = entry.filter(item -> item.type().equals(ItemType.REMOVED_COPY)).isPresent();
    boolean present = entry.filter(item -> ItemType.isCopy(item.type())).isPresent();
    String expected = "an entry of version " + right.get().version();
    if (entry.isPresent() && !removed && !present) {
      String text = "an item of type '" + entry.get().type() + "'";
      return Wrong.unrepairable(
          Findings.unrepairable(FindingKind.UNREADABLE_ITEM, place.get(), text, expected), "");
    }
    if (listed && entry.filter(item -> isEntryOf(item, right.get())).isPresent()) {
      return NotWrong.RIGHT;
    }
    FindingKind kind = present && listed ? FindingKind.STALE_ENTRY : FindingKind.MISSING_ENTRY;
    String absent = removed ? "the tombstone of an entry" : "nothing";
    String wrong =
        listed ? "another entry" : "an entry in a month that isn't in the list of months";
    Finding finding = Findings.repairable(kind, place.get(), present ? wrong : absent, expected);
    return new Wrong(
        finding,
        etag(entry) + etag(source),
        removed || entry.filter(item -> isNewer(item, right.get())).isPresent(),
        () -> write(source.get(), entry, right.get()));
  }

  private Optional<ArchiveItem> right(
      String postId, Optional<StoredItem> buckets, ItemSource items) {
    return items.find(ItemPlace.ofPost(postId)).flatMap(post -> right(post, buckets));
  }

  /** Whether an item is the entry, written in this version or an earlier one. */
  static boolean isEntryOf(StoredItem item, ArchiveItem right) {
    return ItemChecks.read(item::archived)
        .filter(found -> found.version() <= right.version())
        .filter(found -> found.atVersion(right.version()).equals(right))
        .isPresent();
  }

  /** Whether an entry is newer than its post, so that the post was read from a lagging replica. */
  static boolean isNewer(StoredItem item, ArchiveItem right) {
    return ItemChecks.read(item::archived)
        .filter(
            found -> found.version() > right.version() || found.userVersion() > right.userVersion())
        .isPresent();
  }

  private static String etag(Optional<StoredItem> item) {
    return item.map(StoredItem::etag).orElse("-");
  }

  /**
   * Writes an entry if it is unchanged since it was read. First removes the entry's state from the
   * post's summary, because hosts rely on it and it would be stale. The state is written again
   * afterwards, or with the next change of the post.
   */
  private boolean write(StoredItem post, Optional<StoredItem> seen, ArchiveItem right) {
    String bucket =
        blog.repositories().archive().orElseThrow().bucketOf(String.valueOf(right.creationDate()));
    Optional<StoredItem> noted =
        blog.items().find(ItemChecks.copyOf(post)).filter(copy -> !copy.lacks("archived"));
    if (!bucket.equals(right.bucket())
        || (noted.isPresent() && !blog.repairs().removeArchiveNote(noted.get()))) {
      return false;
    }
    boolean written =
        seen.isEmpty()
            ? blog.repairs().createEntry(right)
            : isEntryOf(seen.get(), right) || blog.repairs().replaceEntry(seen.get(), right);
    if (written) {
      note(post);
    }
    return written;
  }

  private void note(StoredItem post) {
    try {
      blog.repositories().summaries().put(blog.summary(post));
    } catch (MalformedItemException e) {
      // The check of the summary reports it.
    }
  }

  /** Checks that an entry belongs to a published post and is in the bucket of its date. */
  Result surplus(ItemPlace place, ItemSource items) {
    Optional<StoredItem> entry = items.find(place).filter(item -> ItemType.isCopy(item.type()));
    Optional<StoredItem> buckets = items.find(ItemPlace.ofArchiveBuckets());
    Optional<StoredItem> source = items.find(ItemPlace.ofPost(place.id()));
    if (entry.isPresent() && source.filter(ArchiveChecks::isUnreadable).isPresent()) {
      return nameOf(entry.get(), source.get());
    }
    Optional<ArchiveItem> right = source.flatMap(post -> right(post, buckets));
    if (entry.isEmpty() || right.filter(one -> place(one).equals(place)).isPresent()) {
      return NotWrong.RIGHT;
    }
    String expected = right.map(one -> "one in " + one.bucket()).orElse("nothing");
    return new Wrong(
        Findings.surplusEntry(place, expected),
        etag(entry) + etag(source),
        () -> remove(entry.get(), source));
  }

  private static boolean isUnreadable(StoredItem post) {
    return ItemChecks.isLivePost(post) && ItemChecks.problem(BlogContainer.POSTS, post).isPresent();
  }

  /** Checks the name in the entry of a post that can't be read: its author may have been erased. */
  private Result nameOf(StoredItem entry, StoredItem post) {
    VersionedName name = post.name();
    if (name.version() <= entry.numberOr0("userVersion")) {
      return NotWrong.RIGHT;
    }
    String found = "a name of version " + entry.numberOr0("userVersion");
    String right = "the name of version " + name.version();
    ItemPlace place = entry.place(BlogContainer.ARCHIVE);
    return new Wrong(
        Findings.repairable(FindingKind.STALE_ENTRY, place, found, right),
        entry.etag() + post.etag(),
        () -> blog.repairs().setNameInEntry(entry, name));
  }

  /**
   * Replaces a deleted post's entry by a tombstone, because a paused host may be about to create
   * it.
   */
  private boolean remove(StoredItem entry, Optional<StoredItem> post) {
    ItemPlace place = entry.place(BlogContainer.ARCHIVE);
    post.filter(StoredItem::isDeleted)
        .flatMap(tombstone -> ItemChecks.read(() -> DeletedPost.of(tombstone)))
        .ifPresent(blog.repositories().archive().orElseThrow()::remove);
    return blog.items().find(place).filter(item -> ItemType.isCopy(item.type())).isEmpty()
        || blog.repairs().delete(BlogContainer.ARCHIVE, entry);
  }

  /**
   * Writes the entries that are missing or older than their posts: one lookup of the list of
   * buckets and of entries, and up to three writes for each. Never replaces an entry by an older
   * one.
   */
  void fill(Collection<StoredItem> posts, MaintenanceRun run) {
    Optional<StoredItem> buckets =
        Optional.ofNullable(
            blog.find(BlogContainer.ARCHIVE, List.of(ItemPlace.ofArchiveBuckets()))
                .get(ItemPlace.ofArchiveBuckets()));
    List<Filled> wanted =
        posts.stream()
            .flatMap(post -> right(post, buckets).map(entry -> new Filled(post, entry)).stream())
            .toList();
    Map<ItemPlace, StoredItem> entries =
        blog.find(
            BlogContainer.ARCHIVE, wanted.stream().map(filled -> place(filled.right())).toList());
    for (Filled filled : wanted) {
      ItemPlace place = place(filled.right());
      Optional<StoredItem> seen = Optional.ofNullable(entries.get(place));
      boolean mine = seen.filter(item -> !ItemType.isCopy(item.type())).isEmpty();
      boolean right = seen.filter(item -> isEntryOf(item, filled.right())).isPresent();
      boolean newer = seen.filter(item -> isNewer(item, filled.right())).isPresent();
      if (mine && !right && !newer) {
        run.attempt(
            ChangeKind.ENTRY_WRITTEN, place, () -> write(filled.post(), seen, filled.right()));
      }
    }
  }

  private record Filled(StoredItem post, ArchiveItem right) {}
}
