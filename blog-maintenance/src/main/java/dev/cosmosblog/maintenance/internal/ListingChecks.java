package dev.cosmosblog.maintenance.internal;

import dev.cosmosblog.maintenance.internal.Checks.ItemSource;
import dev.cosmosblog.maintenance.internal.Checks.NotWrong;
import dev.cosmosblog.maintenance.internal.Checks.Result;
import dev.cosmosblog.maintenance.internal.Checks.Wrong;
import dev.cosmosblog.maintenance.report.ChangeKind;
import dev.cosmosblog.maintenance.report.Finding;
import dev.cosmosblog.maintenance.report.FindingKind;
import dev.cosmosblog.model.MalformedItemException;
import dev.cosmosblog.model.item.ItemType;
import dev.cosmosblog.model.item.ListingItem;
import dev.cosmosblog.model.item.PendingItem;
import dev.cosmosblog.model.item.PostSummaryItem;
import dev.cosmosblog.model.item.StoredTags;
import dev.cosmosblog.model.item.TaggedPostItem;
import dev.cosmosblog.model.item.VersionedName;
import dev.cosmosblog.store.internal.item.BlogContainer;
import dev.cosmosblog.store.internal.item.DeletedPost;
import dev.cosmosblog.store.internal.item.ItemPlace;
import dev.cosmosblog.store.internal.item.StoredItem;
import dev.cosmosblog.store.internal.repository.Listing;
import dev.cosmosblog.store.internal.repository.ListingEntries;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Checks and writes the entries of listings: published and hidden posts in the buckets of their
 * date, in the archive and the list of each tag. An entry has the version in which it last changed,
 * because a like or an edit of the content doesn't write the entry.
 */
record ListingChecks(BlogAccess blog) {
  /** Returns the listings that a live post is in: none if it was never published. */
  static List<Listing> of(BlogAccess blog, StoredItem post) {
    return summary(blog, post)
        .map(copy -> StoredTags.tags(copy.tags()))
        .map(
            tags ->
                Stream.concat(
                        Stream.of(Listing.ARCHIVE),
                        tags.stream().map(tag -> new Listing(tag.value())))
                    .toList())
        .orElse(List.of());
  }

  private static Optional<PostSummaryItem> summary(BlogAccess blog, StoredItem post) {
    return Optional.of(post)
        .filter(ItemChecks::isLivePost)
        // The post has its author's id, so it has no summary and the change feed dead-letters it.
        .filter(live -> !live.id().equals(live.author()))
        .map(blog::summary)
        .filter(PostSummaryItem::wasPublished);
  }

  /** Returns the expected entry of a live post, or empty if the post was never published. */
  Optional<ListingItem> right(Listing listing, StoredItem post, Optional<StoredItem> buckets) {
    return summary(blog, post)
        .filter(copy -> listing.includes(StoredTags.tags(copy.tags())))
        .map(copy -> ListingItem.of(copy, listing.bucket(buckets, date(copy))));
  }

  /** Returns the expected entries of a live post. */
  List<ListingItem> rightOf(StoredItem post, ItemSource items) {
    return of(blog, post).stream()
        .flatMap(one -> right(one, post, items.find(one.list())).stream())
        .toList();
  }

  /** Returns the places of the lists of buckets that some posts are in. */
  Stream<ItemPlace> lists(Collection<StoredItem> posts) {
    return posts.stream().flatMap(post -> lenientlyOf(post).stream()).map(Listing::list).distinct();
  }

  private List<Listing> lenientlyOf(StoredItem post) {
    return ItemChecks.read(() -> of(blog, post)).orElse(List.of());
  }

  private static String date(PostSummaryItem copy) {
    return String.valueOf(copy.creationDate());
  }

  static ItemPlace place(ListingItem entry) {
    return new ItemPlace(
        BlogContainer.LISTINGS, String.valueOf(entry.bucket()), String.valueOf(entry.id()));
  }

  /**
   * Checks a post's entry. It is read before its post, so an entry with a higher version is wrong.
   */
  Result entry(Listing listing, String postId, ItemSource items) {
    Optional<StoredItem> buckets = items.find(listing.list());
    Optional<ItemPlace> place = right(listing, postId, buckets, items).map(ListingChecks::place);
    if (place.isEmpty()) {
      return NotWrong.RIGHT;
    }
    Optional<StoredItem> entry = items.find(place.get());
    Optional<StoredItem> source = items.find(ItemPlace.ofPost(postId));
    Optional<ListingItem> right = source.flatMap(post -> right(listing, post, buckets));
    if (right.isEmpty() || !place(right.get()).equals(place.get())) {
      return NotWrong.CHANGING;
    }
    // Readers see only the buckets in the list of months, and the tags in the list of tags.
    boolean listed = listing.lists(right.get(), buckets);
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
        listed ? "another entry" : "an entry in a month or tag that isn't in the list of them";
    Finding finding = Findings.repairable(kind, place.get(), present ? wrong : absent, expected);
    boolean goesBack = removed || entry.filter(item -> isNewer(item, right.get())).isPresent();
    return new Wrong(
        finding,
        etag(entry) + etag(source),
        () ->
            (!goesBack || blog.isCurrentWithName(ItemPlace.ofPost(postId), source.get()))
                && write(listing, source.get(), entry, right.get()));
  }

  private Optional<ListingItem> right(
      Listing listing, String postId, Optional<StoredItem> buckets, ItemSource items) {
    return items.find(ItemPlace.ofPost(postId)).flatMap(post -> right(listing, post, buckets));
  }

  /** Checks the tags that are stored for a post, before its entries. */
  Result tags(String postId, ItemSource items) {
    ItemPlace place = ItemPlace.ofTagsOf(postId);
    Optional<StoredItem> seen = items.find(place);
    Optional<StoredItem> source = items.find(ItemPlace.ofPost(postId));
    Optional<PostSummaryItem> copy = source.flatMap(post -> summary(blog, post));
    if (copy.isEmpty() || areTagsOf(seen, copy.get())) {
      return NotWrong.RIGHT;
    }
    boolean present = seen.filter(item -> item.type().equals(ItemType.TAGGED_POST)).isPresent();
    String expected = "the tags of version " + copy.get().version();
    Finding finding =
        Findings.repairable(
            present ? FindingKind.STALE_ENTRY : FindingKind.MISSING_ENTRY,
            place,
            present ? "other tags" : "no tags",
            expected);
    boolean goesBack = seen.filter(item -> isRemovedOrNewer(item, copy.get())).isPresent();
    return new Wrong(
        finding,
        etag(seen) + etag(source),
        () ->
            (!goesBack || blog.isCurrentWithName(ItemPlace.ofPost(postId), source.get()))
                && writeTags(source.orElseThrow(), seen));
  }

  /** Whether the post was read from a lagging replica, or before it was deleted or edited. */
  private static boolean isRemovedOrNewer(StoredItem tags, PostSummaryItem copy) {
    return tags.type().equals(ItemType.REMOVED_COPY) || tags.numberOr0("version") > copy.version();
  }

  /** Whether the tags are those of a post, stored in this version or an earlier one. */
  private static boolean areTagsOf(Optional<StoredItem> seen, PostSummaryItem copy) {
    TaggedPostItem right = TaggedPostItem.of(copy);
    return seen.filter(item -> item.type().equals(ItemType.TAGGED_POST))
        .filter(item -> item.properties().get("version") instanceof Number)
        .filter(item -> item.lacks("former"))
        // A text that isn't a tag counts here, although readers leave it out.
        .filter(item -> right.tags().equals(item.properties().getOrDefault("tags", List.of())))
        .map(StoredItem::taggedPost)
        .map(
            found ->
                found.postId().equals(right.postId())
                    && (found.listed() == right.listed() || right.tags().isEmpty())
                    && found.version() <= right.version())
        .orElse(seen.isEmpty() && right.tags().isEmpty());
  }

  private boolean writeTags(StoredItem post, Optional<StoredItem> seen) {
    ListingEntries entries = blog.repositories().listings().orElseThrow();
    if (!removeNote(post) || !entries.replaceTags(blog.summary(post), seen)) {
      return false;
    }
    note(post);
    return true;
  }

  /**
   * Checks a tag's number of posts. Usually it is the number of listed entries. Otherwise, counts
   * the stored tags of all posts, because a host writes an entry later than the number.
   */
  Result count(String tag, ItemSource items) {
    ItemPlace place = ItemPlace.ofTag(tag);
    Optional<StoredItem> seen = items.find(place).filter(item -> item.type().equals(ItemType.TAG));
    if (seen.isEmpty()) {
      return NotWrong.RIGHT;
    }
    ListingEntries entries = blog.repositories().listings().orElseThrow();
    StoredItem item = seen.get();
    boolean readable = item.takesIncrement("posts");
    long found = item.numberOr0("posts");
    if (readable && found == entries.count(tag, seen)) {
      return NotWrong.RIGHT;
    }
    long posts = entries.countTagged(tag);
    if (readable && found == posts) {
      return NotWrong.RIGHT;
    }
    Finding finding =
        Findings.repairable(FindingKind.WRONG_TAG, place, found + " posts", posts + " posts");
    return new Wrong(finding, item.etag() + posts, () -> blog.repairs().setPosts(item, posts));
  }

  /** Whether an item is the entry, written in this version or an earlier one. */
  static boolean isEntryOf(StoredItem item, ListingItem right) {
    return ItemChecks.readCopy(item, item::listing)
            .filter(found -> found.version() <= right.version())
            .filter(found -> found.atVersion(right.version()).equals(right))
            .isPresent()
        && ItemChecks.hasTags(item, right.tags());
  }

  /** Whether an entry is newer than its post, so that the post was read from a lagging replica. */
  static boolean isNewer(StoredItem item, ListingItem right) {
    return ItemChecks.read(item::listing)
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
  private boolean write(
      Listing listing, StoredItem post, Optional<StoredItem> seen, ListingItem right) {
    ListingEntries entries = blog.repositories().listings().orElseThrow();
    String bucket = entries.bucketOf(listing, String.valueOf(right.creationDate()));
    if (!bucket.equals(right.bucket()) || !removeNote(post)) {
      return false;
    }
    boolean written =
        seen.isEmpty()
            ? blog.repairs().createEntry(right)
            : isEntryOf(seen.get(), right) || blog.repairs().replaceEntry(seen.get(), right);
    if (written) {
      entries.list(listing);
      note(post);
    }
    return written;
  }

  /** The place of a comment's entry in the queue by the list of its buckets. */
  private static Optional<ItemPlace> pendingPlace(
      StoredItem comment, Optional<StoredItem> buckets) {
    String id = PendingItem.idOf(comment.textOf("postId").orElse(""), comment.id());
    return comment
        .storedDate()
        .map(date -> Listing.PENDING.bucket(buckets, date))
        .map(bucket -> new ItemPlace(BlogContainer.LISTINGS, bucket, id));
  }

  /** Returns the places of the entries of pending comments. */
  Stream<ItemPlace> pendingPlaces(Collection<StoredItem> comments, ItemSource items) {
    Optional<StoredItem> buckets = items.find(Listing.PENDING.list());
    return comments.stream()
        .filter(StoredItem::isPending)
        .flatMap(comment -> pendingPlace(comment, buckets).stream());
  }

  /** Checks that a pending comment has its entry in the queue. */
  Result pending(ItemPlace comment, ItemSource items) {
    Optional<StoredItem> buckets = items.find(Listing.PENDING.list());
    Optional<StoredItem> source = items.find(comment).filter(StoredItem::isPending);
    Optional<ItemPlace> place = source.flatMap(item -> pendingPlace(item, buckets));
    if (place.isEmpty()) {
      return NotWrong.RIGHT;
    }
    Optional<StoredItem> seen = items.find(place.get());
    PendingItem right = PendingItem.of(source.get().comment(), place.get().partition());
    Optional<PendingItem> found =
        seen.filter(item -> item.type().equals(ItemType.PENDING_COMMENT))
            .flatMap(item -> ItemChecks.readCopy(item, item::pending));
    if (found.filter(right::equals).isPresent()) {
      return NotWrong.RIGHT;
    }
    FindingKind kind = seen.isPresent() ? FindingKind.STALE_ENTRY : FindingKind.MISSING_ENTRY;
    Finding finding =
        Findings.repairable(
            kind,
            place.get(),
            seen.isPresent() ? "another entry" : "nothing",
            "the pending comment " + comment.id());
    boolean goesBack =
        seen.filter(
                item ->
                    item.type().equals(ItemType.REMOVED_COPY)
                        || item.numberOr0("userVersion") > right.userVersion()
                        || item.numberOr0("editVersion") > right.editVersion())
            .isPresent();
    return new Wrong(
        finding,
        etag(seen) + etag(source),
        () ->
            (!goesBack || blog.isCurrentWithName(comment, source.get()))
                && (seen.isEmpty()
                    ? blog.repairs().createPending(right)
                    : blog.repairs().replacePending(seen.get(), right)));
  }

  /** Checks that an entry of the queue belongs to a pending comment. */
  Result surplusPending(ItemPlace place, ItemSource items) {
    Optional<StoredItem> seen =
        items.find(place).filter(item -> item.type().equals(ItemType.PENDING_COMMENT));
    Optional<StoredItem> source = seen.flatMap(ListingChecks::commentOf).flatMap(items::find);
    boolean right =
        source
            .filter(StoredItem::isPending)
            .flatMap(comment -> pendingPlace(comment, items.find(Listing.PENDING.list())))
            .filter(place::equals)
            .isPresent();
    if (seen.isEmpty() || right) {
      return NotWrong.RIGHT;
    }
    Finding finding =
        Findings.repairable(FindingKind.SURPLUS_ENTRY, place, "a pending comment", "nothing");
    return new Wrong(
        finding,
        etag(seen) + etag(source),
        () ->
            // A comment that isn't pending never becomes pending again.
            (source.isPresent()
                    || commentOf(seen.get()).stream().allMatch(id -> blog.isCurrent(id, source)))
                && blog.repairs().delete(BlogContainer.LISTINGS, seen.get()));
  }

  /** The place of the comment that an entry of the queue is of, or empty without its ids. */
  static Optional<ItemPlace> commentOf(StoredItem entry) {
    String post = entry.textOf("postId").orElse("");
    String comment = entry.textOf("commentId").orElse("");
    ItemPlace place = new ItemPlace(BlogContainer.POSTS, post, comment);
    return post.isEmpty() || comment.isEmpty() || !ItemChecks.canBeNamed(place)
        ? Optional.empty()
        : Optional.of(place);
  }

  private boolean removeNote(StoredItem post) {
    return blog.items()
        .find(ItemChecks.copyOf(post))
        .filter(copy -> !copy.lacks("entries"))
        .map(noted -> blog.repairs().removeEntriesNote(noted))
        .orElse(true);
  }

  private void note(StoredItem post) {
    try {
      blog.repositories().summaries().put(blog.summary(post));
    } catch (MalformedItemException e) {
      // The check of the summary reports it.
    }
  }

  /** Checks that an entry belongs to a published post and is in a bucket of its date. */
  Result surplus(ItemPlace place, ItemSource items) {
    Optional<StoredItem> entry = items.find(place).filter(item -> ItemType.isCopy(item.type()));
    Optional<StoredItem> source = items.find(ItemPlace.ofPost(place.id()));
    if (entry.isPresent() && source.filter(ListingChecks::isUnreadable).isPresent()) {
      return nameOf(entry.get(), source.get());
    }
    List<ListingItem> right =
        source.stream().flatMap(post -> rightOf(post, items).stream()).toList();
    if (entry.isEmpty() || right.stream().anyMatch(one -> place(one).equals(place))) {
      return NotWrong.RIGHT;
    }
    String expected =
        right.isEmpty()
            ? "nothing"
            : right.stream()
                .map(one -> String.valueOf(one.bucket()))
                .collect(Collectors.joining(", ", "one in ", ""));
    return new Wrong(
        Findings.surplusEntry(place, expected),
        etag(entry) + etag(source),
        () -> blog.isCurrent(ItemPlace.ofPost(place.id()), source) && remove(entry.get(), source));
  }

  /** Checks that stored tags belong to a post that was published. */
  Result surplusTags(ItemPlace place, String postId, ItemSource items) {
    Optional<StoredItem> seen =
        items.find(place).filter(item -> item.type().equals(ItemType.TAGGED_POST));
    Optional<StoredItem> source = items.find(ItemPlace.ofPost(postId));
    boolean isInPlace = place.equals(ItemPlace.ofTagsOf(postId));
    boolean right =
        isInPlace
            && source
                .filter(post -> isUnreadable(post) || summary(blog, post).isPresent())
                .isPresent();
    if (seen.isEmpty() || right) {
      return NotWrong.RIGHT;
    }
    Finding finding =
        Findings.repairable(FindingKind.SURPLUS_ENTRY, place, "the tags of a post", "nothing");
    return new Wrong(
        finding,
        etag(seen) + etag(source),
        () ->
            blog.isCurrent(ItemPlace.ofPost(postId), source)
                && removeTags(seen.get(), source.filter(post -> isInPlace)));
  }

  /**
   * Leaves a tombstone for a deleted post, because a paused host may be about to store its tags.
   */
  private boolean removeTags(StoredItem seen, Optional<StoredItem> post) {
    ListingEntries entries = blog.repositories().listings().orElseThrow();
    Optional<DeletedPost> deleted = deleted(post);
    deleted.ifPresent(entries::remove);
    return deleted.isPresent() || entries.removeTags(seen);
  }

  private static Optional<DeletedPost> deleted(Optional<StoredItem> post) {
    return post.filter(StoredItem::isDeleted)
        .flatMap(tombstone -> ItemChecks.read(() -> DeletedPost.of(tombstone)));
  }

  private static boolean isUnreadable(StoredItem post) {
    return ItemChecks.isLivePost(post) && ItemChecks.problem(BlogContainer.POSTS, post).isPresent();
  }

  /** Checks the name in the entry of a post that can't be read: its author may have been erased. */
  private Result nameOf(StoredItem entry, StoredItem post) {
    VersionedName name = post.name();
    if (!name.replaces(entry.readableName())) {
      return NotWrong.RIGHT;
    }
    String found = "a name of version " + entry.numberOr0("userVersion");
    String right = "the name of version " + name.version();
    ItemPlace place = entry.place(BlogContainer.LISTINGS);
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
    ItemPlace place = entry.place(BlogContainer.LISTINGS);
    deleted(post).ifPresent(blog.repositories().listings().orElseThrow()::remove);
    return blog.items().find(place).filter(item -> ItemType.isCopy(item.type())).isEmpty()
        || blog.repairs().delete(BlogContainer.LISTINGS, entry);
  }

  /**
   * Writes the tags and entries that are missing or older than their posts: one lookup of tags, of
   * the lists of buckets and of entries, and up to three writes for each. Never replaces an entry
   * by an older one.
   */
  void fill(Collection<StoredItem> posts, MaintenanceRun run) {
    Map<ItemPlace, StoredItem> tags =
        find(posts.stream().map(post -> ItemPlace.ofTagsOf(post.id())));
    for (StoredItem post : posts) {
      ItemPlace place = ItemPlace.ofTagsOf(post.id());
      Optional<StoredItem> seen = Optional.ofNullable(tags.get(place));
      Optional<PostSummaryItem> copy = summary(blog, post);
      if (copy.isPresent()
          && !areTagsOf(seen, copy.get())
          && seen.filter(item -> isRemovedOrNewer(item, copy.get())).isEmpty()) {
        run.attempt(ChangeKind.ENTRY_WRITTEN, place, () -> writeTags(post, seen));
      }
    }
    Map<ItemPlace, StoredItem> lists =
        find(posts.stream().flatMap(post -> of(blog, post).stream()).map(Listing::list).distinct());
    List<Filled> wanted =
        posts.stream()
            .flatMap(
                post -> of(blog, post).stream().flatMap(one -> filled(one, post, lists).stream()))
            .toList();
    Map<ItemPlace, StoredItem> entries = find(wanted.stream().map(filled -> place(filled.right())));
    for (Filled filled : wanted) {
      ItemPlace place = place(filled.right());
      Optional<StoredItem> seen = Optional.ofNullable(entries.get(place));
      boolean mine = seen.filter(item -> !ItemType.isCopy(item.type())).isEmpty();
      boolean right = seen.filter(item -> isEntryOf(item, filled.right())).isPresent();
      boolean newer = seen.filter(item -> isNewer(item, filled.right())).isPresent();
      if (mine && !right && !newer) {
        run.attempt(
            ChangeKind.ENTRY_WRITTEN,
            place,
            () -> write(filled.listing(), filled.post(), seen, filled.right()));
      }
    }
  }

  private Map<ItemPlace, StoredItem> find(Stream<ItemPlace> places) {
    return blog.find(BlogContainer.LISTINGS, places.toList());
  }

  private Optional<Filled> filled(
      Listing listing, StoredItem post, Map<ItemPlace, StoredItem> lists) {
    return right(listing, post, Optional.ofNullable(lists.get(listing.list())))
        .map(entry -> new Filled(listing, post, entry));
  }

  private record Filled(Listing listing, StoredItem post, ListingItem right) {}
}
