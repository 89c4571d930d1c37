package dev.cosmosblog.store.internal.repository;

import dev.cosmosblog.model.MalformedItemException;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.item.ItemDates;
import dev.cosmosblog.model.item.ItemType;
import dev.cosmosblog.model.item.PostSummaryItem;
import dev.cosmosblog.model.item.RemovedCopyItem;
import dev.cosmosblog.model.item.VersionedName;
import dev.cosmosblog.store.internal.cosmos.Call;
import dev.cosmosblog.store.internal.cosmos.DatabaseAccess;
import dev.cosmosblog.store.internal.cosmos.ItemContainer;
import dev.cosmosblog.store.internal.cosmos.ItemContainer.Versioned;
import dev.cosmosblog.store.internal.cosmos.ItemContainer.Written;
import dev.cosmosblog.store.internal.cosmos.WriteResult;
import dev.cosmosblog.store.internal.item.CopyOutcome;
import dev.cosmosblog.store.internal.item.DeletedPost;
import dev.cosmosblog.store.internal.item.ItemKey;
import dev.cosmosblog.store.internal.item.NotedCopy;
import dev.cosmosblog.store.internal.item.StoredItem;
import dev.cosmosblog.store.internal.schema.PropertyPaths;
import dev.cosmosblog.store.internal.schema.QueryTexts;
import dev.cosmosblog.store.observe.BlogOperation;
import dev.cosmosblog.store.spi.PatchOperations;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The summaries of posts beside their authors, each written under the ETag that was read. A removed
 * summary leaves a tombstone, because a host that still reads the post could create it again. The
 * tombstone expires before the post's own, so that a post created again under the id gets its
 * summary.
 *
 * <p>With listings, a summary has a note of the post's listing entry: as long as the summary has
 * the note, the entry is in the state that the note describes. A change that doesn't change the
 * note doesn't write the entry. A note is written only after the entry. A note that no longer holds
 * is removed with the summary's update, before the entry is written. So no later change relies on
 * it, even if this host stops between the two writes, or another host is late and changes the entry
 * back. One write of the summary is saved if no other host can have relied on it: there was no
 * summary, or the summary is one version behind and the entry either didn't exist or gets another
 * name only.
 */
public final class PostSummaries {
  // How much earlier than the post's tombstone the copy's tombstone expires.
  private static final Duration MARGIN = Duration.ofMinutes(1);

  private final DatabaseAccess database;
  private final ItemContainer users;
  private final Posts posts;
  // Null in a blog without listings.
  private final @Nullable ListingEntries listings;

  public PostSummaries(DatabaseAccess database, Posts posts, @Nullable ListingEntries listings) {
    this.database = database;
    this.users = database.users();
    this.posts = posts;
    this.listings = listings;
  }

  /**
   * Updates an older summary with the same or a stale name: one patch, which costs as much as a
   * replace and needs no read before it. False means that {@link #put} is needed, as for a post
   * that readers don't see, or didn't see before.
   */
  public boolean refresh(PostSummaryItem summary) {
    PostSummaryItem copy = summary.besideAuthor();
    return database.operations().run(BlogOperation.WRITE_SUMMARY, call -> refresh(copy, call));
  }

  private boolean refresh(PostSummaryItem copy, Call call) {
    if (!copy.isListed()) {
      return false;
    }
    PatchOperations state =
        PatchOperations.create()
            .setAuthor(new VersionedName(String.valueOf(copy.userUsername()), copy.userVersion()))
            .set(PropertyPaths.TITLE, String.valueOf(copy.title()))
            .set(PropertyPaths.CONTENT, String.valueOf(copy.content()))
            .set(PropertyPaths.COMMENT_COUNT, copy.commentCount())
            .set(PropertyPaths.LIKE_COUNT, copy.likeCount())
            .set(PropertyPaths.VERSION, copy.version());
    Optional<String> note = note(copy);
    if (note.isEmpty()) {
      // It is part of the note, and doesn't change while readers see the post.
      state.set(PropertyPaths.CREATION_DATE, String.valueOf(copy.creationDate()));
    }
    List<String> missing = new ArrayList<>();
    setIfPresent(state, PropertyPaths.SLUG, copy.slug(), missing);
    setIfPresent(
        state, PropertyPaths.TAGS, copy.tags() == null ? null : copy.tags().all(), missing);
    setIfPresent(
        state,
        PropertyPaths.PROPERTIES,
        copy.properties().isEmpty() ? null : copy.properties().asMap(),
        missing);
    if (state.all().size() > PatchOperations.MAX) {
      return false;
    }
    String older = QueryTexts.isCopyOlderThan(copy.version(), copy.userVersion(), missing);
    String unchanged = note.map(text -> QueryTexts.isNotedAs(older, text)).orElse(older);
    ItemKey key = new ItemKey(String.valueOf(copy.id()), String.valueOf(copy.userId()));
    return users.patch(key, state, unchanged, null, call) == WriteResult.DONE;
  }

  private static void setIfPresent(
      PatchOperations state, String path, @Nullable Object value, List<String> missing) {
    if (value == null) {
      missing.add(path);
    } else {
      state.set(path, value);
    }
  }

  /**
   * Writes a summary over an older one, and the post's listing entry with it: one point read, and
   * one write if the summary is older. If there is no summary, one point read of the post, too: a
   * newer one may have been removed with the post. The summary of a new post is one write without
   * these reads, unless the blog has listings or keeps tombstones for less than an hour. Throws a
   * {@link MalformedItemException} if another item has its id.
   */
  public CopyOutcome put(PostSummaryItem summary) {
    PostSummaryItem copy = summary.besideAuthor();
    return database.operations().run(BlogOperation.WRITE_SUMMARY, call -> put(copy, call));
  }

  private CopyOutcome put(PostSummaryItem copy, Call call) {
    ItemKey key = new ItemKey(String.valueOf(copy.id()), String.valueOf(copy.userId()));
    if (key.id().equals(key.partition())) {
      throw new MalformedItemException(
          key.id(), "its id equals its author's id, so its summary would overwrite the user.");
    }
    if (copy.version() == 0
        && leavesTombstones()
        && users.create(copy, key.partition(), call).isDone()) {
      return CopyOutcome.CREATED;
    }
    while (true) {
      Optional<Versioned<StoredItem>> found = users.read(key, StoredItem.class, call);
      CopyOutcome outcome =
          found.isEmpty() ? create(copy, key, call) : update(copy, key, found.get(), call);
      if (outcome != CopyOutcome.OVERTAKEN) {
        return outcome;
      }
    }
  }

  /**
   * Returns whether a removed summary conflicts with the creation by a late host. Its tombstone
   * expires a minute before the post's own, and an entry in the listings would be created first.
   */
  private boolean leavesTombstones() {
    return listings == null
        && database.settings().deletedRetention().compareTo(MARGIN.multipliedBy(60)) >= 0;
  }

  private Optional<String> note(PostSummaryItem copy) {
    return listings == null ? Optional.empty() : ListingEntries.note(copy);
  }

  private CopyOutcome create(PostSummaryItem copy, ItemKey key, Call call) {
    Optional<PostSummaryItem> now =
        posts
            .summary(PostId.of(key.id()), post -> post.version() >= copy.version(), call)
            .map(PostSummaryItem::besideAuthor)
            .filter(post -> key.partition().equals(post.userId()));
    if (now.isEmpty()) {
      return CopyOutcome.GONE;
    }
    PostSummaryItem newest = copy.newest(now.get());
    Optional<String> note = note(newest);
    // A post's tags are stored after its summary: a late host that finds a newer summary must not
    // have stored them. An existing entry may be newer than this copy, and then has another note.
    boolean hasEntry =
        listings != null
            && note.isPresent()
            && newest.tags() == null
            && listings.create(newest, call);
    Object stored = hasEntry ? new NotedCopy(newest, note.get()) : newest;
    Written<Object> written = users.create(stored, key.partition(), call);
    if (!written.isDone()) {
      return CopyOutcome.OVERTAKEN;
    }
    if (listings != null && note.isPresent() && !hasEntry) {
      boolean done = listings.put(newest, copy.version(), call);
      noteEntries(done, note.get(), key, written.etag().orElseThrow(), call);
    }
    return CopyOutcome.CREATED;
  }

  /** Writes the note of entries that are in its state, if the copy is unchanged. */
  private void noteEntries(boolean done, String note, ItemKey key, String etag, Call call) {
    if (done) {
      PatchOperations noted = PatchOperations.create().set(PropertyPaths.ENTRIES, note);
      users.patch(key, noted, null, etag, call);
    }
  }

  private CopyOutcome update(
      PostSummaryItem copy, ItemKey key, Versioned<StoredItem> found, Call call) {
    StoredItem there = found.item();
    if (ItemType.REMOVED_COPY.equals(there.type())) {
      return CopyOutcome.GONE;
    }
    if (!ItemType.isCopy(there.type())) {
      throw new MalformedItemException(
          key.id(),
          "expected a post's summary, but found an item of type '%s'.".formatted(there.type()));
    }
    if (there.textOf("creationDate").flatMap(ItemDates::parse).isEmpty()) {
      // The post's bucket in the listings depends on it.
      throw new MalformedItemException(key.id(), "its 'creationDate' is not a date in ISO 8601.");
    }
    PostSummaryItem before = there.summary();
    PostSummaryItem newest = before.newest(copy);
    boolean same = newest.equals(before);
    Optional<String> note = note(newest);
    Optional<String> noted = there.textOf("entries");
    if (listings != null) {
      // Before the summary has the new date.
      listings.removeMoved(before, newest, call);
    }
    if (listings == null || note.isEmpty() || note.equals(noted)) {
      return same
          ? CopyOutcome.UNCHANGED
          : replace(newest, note, key, found.etag(), call).outcome();
    }
    if (isEntryFirst(before, newest, noted, note.get())) {
      Optional<String> kept =
          listings.putFirst(newest, copy.version(), call) ? note : Optional.empty();
      return replace(newest, kept, key, found.etag(), call).outcome();
    }
    String etag = found.etag();
    if (!same || noted.isPresent()) {
      Replaced replaced = replace(newest, Optional.empty(), key, etag, call);
      if (replaced.outcome() == CopyOutcome.OVERTAKEN) {
        return CopyOutcome.OVERTAKEN;
      }
      etag = replaced.etag();
    }
    boolean done =
        isUntagged(before, newest, noted)
            ? listings.putFirst(newest, copy.version(), call)
            : listings.put(newest, copy.version(), call);
    noteEntries(done, note.get(), key, etag, call);
    return same ? CopyOutcome.UNCHANGED : CopyOutcome.UPDATED;
  }

  private static boolean isEntryFirst(
      PostSummaryItem before, PostSummaryItem newest, Optional<String> noted, String note) {
    boolean isNext = newest.version() == before.version() + 1;
    return isNext
        && noted
            .map(old -> ListingEntries.differInNameOnly(old, note))
            .orElseGet(() -> ListingEntries.note(before).isEmpty());
  }

  /**
   * Returns whether no version of the post that has tags is being handled: the entries were in the
   * state of the version before, and neither has tags.
   */
  private static boolean isUntagged(
      PostSummaryItem before, PostSummaryItem newest, Optional<String> noted) {
    return before.tags() == null
        && newest.tags() == null
        && newest.version() <= before.version() + 1
        && noted.equals(ListingEntries.note(before));
  }

  private record Replaced(CopyOutcome outcome, String etag) {}

  private Replaced replace(
      PostSummaryItem copy, Optional<String> note, ItemKey key, String etag, Call call) {
    Object stored = note.isPresent() ? new NotedCopy(copy, note.get()) : copy;
    Written<Object> written = users.replace(stored, key, etag, call);
    return written.isDone()
        ? new Replaced(CopyOutcome.UPDATED, written.etag().orElse(etag))
        : new Replaced(CopyOutcome.OVERTAKEN, etag);
  }

  /**
   * Returns whether a post's summary shows that readers didn't see the post in the version before
   * the given one, or in a later one: one point read. The change feed writes the front page before
   * such a summary, but a repair doesn't.
   */
  public boolean wasUnlisted(PostId post, UserId author, long version) {
    ItemKey key = new ItemKey(post.value(), author.value());
    return database
        .operations()
        .run(
            BlogOperation.WRITE_SUMMARY,
            call -> wasUnlisted(users.find(key, StoredItem.class, call), version));
  }

  private static boolean wasUnlisted(Optional<StoredItem> copy, long version) {
    return copy.filter(found -> ItemType.UNPUBLISHED_COPY.equals(found.type()))
        .filter(found -> found.numberOr0("version") >= version - 1)
        .isPresent();
  }

  /**
   * Replaces a deleted post's summary by a tombstone: one point read and one write. Returns whether
   * readers didn't see the post before: see {@link #wasUnlisted}.
   */
  public boolean remove(DeletedPost deleted, UserId author) {
    Duration left = tombstoneLeft(database, deleted.expires());
    return database
        .operations()
        .run(
            BlogOperation.REMOVE_SUMMARY,
            call -> wasUnlisted(remove(deleted.post(), author, left, call), deleted.version()));
  }

  /**
   * Replaces a summary by a tombstone: one point read and one write. Returns whether there was a
   * summary.
   *
   * @param expires when the post's tombstone expires, by the service's clock; empty if it doesn't
   */
  public boolean remove(PostId post, UserId author, Optional<Instant> expires) {
    Duration left = tombstoneLeft(database, expires);
    return database
        .operations()
        .run(BlogOperation.REMOVE_SUMMARY, call -> remove(post, author, left, call).isPresent());
  }

  /**
   * Returns how long a post's tombstone is stored from now on. The deleting host's retention was
   * stored with it, and this host's may be another.
   */
  static Duration tombstoneLeft(DatabaseAccess database, Optional<Instant> expires) {
    Instant now = database.environment().clock().instant();
    return expires
        .map(end -> Duration.between(now, end))
        .orElse(database.settings().deletedRetention());
  }

  /** Returns the removed summary, or empty if there was none. */
  Optional<StoredItem> remove(PostId post, UserId author, Duration postTombstoneLeft, Call call) {
    if (post.value().equals(author.value())) {
      return Optional.empty();
    }
    long ttl = tombstoneSeconds(postTombstoneLeft);
    RemovedCopyItem tombstone = RemovedCopyItem.ofSummary(post.value(), author.value(), ttl);
    return remove(users, new ItemKey(post.value(), author.value()), tombstone, call);
  }

  static long tombstoneSeconds(Duration postTombstoneLeft) {
    return postTombstoneLeft.minus(MARGIN).toSeconds();
  }

  /**
   * Replaces a copy by a tombstone, or deletes it if the tombstone would have expired. Returns the
   * copy, or empty if there was none.
   */
  static Optional<StoredItem> remove(
      ItemContainer container, ItemKey key, RemovedCopyItem tombstone, Call call) {
    while (true) {
      Optional<Versioned<StoredItem>> found = container.read(key, StoredItem.class, call);
      if (found.isPresent() && !ItemType.isCopy(found.get().item().type())) {
        return Optional.empty();
      }
      if (replace(container, key, found, tombstone, call) == WriteResult.DONE) {
        return found.map(Versioned::item);
      }
    }
  }

  static WriteResult replace(
      ItemContainer container,
      ItemKey key,
      Optional<Versioned<StoredItem>> found,
      RemovedCopyItem tombstone,
      Call call) {
    if (tombstone.ttl() <= 0) {
      return found.isEmpty() ? WriteResult.DONE : container.delete(key, found.get().etag(), call);
    }
    return found.isEmpty()
        ? container.create(tombstone, key.partition(), call).result()
        : container.replace(tombstone, key, found.get().etag(), call).result();
  }
}
