package dev.cosmosblog.store.internal.repository;

import static dev.cosmosblog.store.internal.cosmos.WriteResult.DONE;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import dev.cosmosblog.model.MalformedItemException;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.Tag;
import dev.cosmosblog.model.item.ItemType;
import dev.cosmosblog.model.item.ListingItem;
import dev.cosmosblog.model.item.PostSummaryItem;
import dev.cosmosblog.model.item.RemovedCopyItem;
import dev.cosmosblog.model.item.StoredTags;
import dev.cosmosblog.model.item.TaggedPostItem;
import dev.cosmosblog.model.item.VersionedName;
import dev.cosmosblog.store.internal.cosmos.Call;
import dev.cosmosblog.store.internal.cosmos.DatabaseAccess;
import dev.cosmosblog.store.internal.cosmos.ItemContainer;
import dev.cosmosblog.store.internal.cosmos.ItemContainer.Versioned;
import dev.cosmosblog.store.internal.item.BlogContainer;
import dev.cosmosblog.store.internal.item.DeletedPost;
import dev.cosmosblog.store.internal.item.ItemKey;
import dev.cosmosblog.store.internal.item.ItemPlace;
import dev.cosmosblog.store.internal.item.StoredItem;
import dev.cosmosblog.store.internal.schema.QueryTexts;
import dev.cosmosblog.store.observe.BlogOperation;
import dev.cosmosblog.store.spi.Query;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The entries of listings: one small item in the archive for each post that was published, and one
 * for each of its tags, with version checks like those of summaries. A hidden post has entries that
 * aren't listed. A removed entry leaves a tombstone; that of a tag that the post has lost has the
 * version in which it was lost, so that the post can get the tag again.
 *
 * <p>The summary beside the author has a note of the entries: the version of the author's name and
 * a digest of the rest. If a post's new state has the same note, no entry is written; {@link
 * PostSummaries} describes how they are kept consistent.
 */
public final class ListingEntries {
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS);
  private static final int PAGE_SIZE = 100;
  private static final int DIGEST_BYTES = 16;
  private static final char SEPARATOR = ':';

  private final DatabaseAccess database;
  private final ItemContainer listings;
  private final BucketLists buckets;
  private final TaggedPosts tagged;
  private final Posts posts;

  private ListingEntries(DatabaseAccess database, ItemContainer listings, Posts posts) {
    this.database = database;
    this.listings = listings;
    this.buckets = new BucketLists(database, listings);
    this.tagged = new TaggedPosts(listings);
    this.posts = posts;
  }

  /** Returns the entries of a database that has listings, or null. */
  public static @Nullable ListingEntries of(DatabaseAccess database, Posts posts) {
    return database
        .listings()
        .map(listings -> new ListingEntries(database, listings, posts))
        .orElse(null);
  }

  /** Returns the bucket of a stored creation date: see {@link ListingBuckets#of}. */
  public String bucketOf(Listing listing, String creationDate) {
    return database
        .operations()
        .run(BlogOperation.WRITE_ENTRY, call -> buckets.of(listing).of(creationDate, call));
  }

  /** Adds a tag to the list of tags if it is missing: one point read, and one write if it is. */
  public void list(Listing listing) {
    if (!listing.isMonthly()) {
      database
          .operations()
          .execute(BlogOperation.WRITE_ENTRY, call -> tagged.list(listing.tag(), call));
    }
  }

  /** Counts the listed posts of a tag: one query for each of its buckets. */
  public long count(String tag, Optional<StoredItem> list) {
    Listing listing = new Listing(tag);
    return database
        .operations()
        .run(
            BlogOperation.COUNT_ITEMS,
            call ->
                listing.firstDays(list).stream()
                    .map(listing::bucket)
                    .mapToLong(bucket -> buckets.of(listing).count(bucket, call))
                    .sum());
  }

  /**
   * Counts the published posts that have a tag: one query that reads all tagged posts. The number
   * is exact if the tag is unchanged since it was read.
   */
  public long countTagged(String tag) {
    return database.operations().run(BlogOperation.COUNT_ITEMS, call -> tagged.count(tag, call));
  }

  /**
   * Stores the tags of a post in place of those that were read, whatever their version; returns
   * whether they were unchanged.
   */
  public boolean replaceTags(PostSummaryItem copy, Optional<StoredItem> seen) {
    Optional<Versioned<StoredItem>> found = seen.map(item -> new Versioned<>(item, item.etag()));
    return database
        .operations()
        .run(BlogOperation.REPAIR, call -> tagged.replace(copy, found, call));
  }

  /**
   * Deletes stored tags that no post has, and subtracts them from the numbers of posts; returns
   * false if they have changed since.
   */
  public boolean removeTags(StoredItem seen) {
    ItemKey key = seen.place(BlogContainer.LISTINGS).key();
    TaggedPosts.Found found =
        new TaggedPosts.Found(Optional.of(new Versioned<>(seen, seen.etag())));
    return database
        .operations()
        .run(BlogOperation.REPAIR, call -> tagged.remove(key, found, 0, call));
  }

  /** Returns the note of a post's entry, or empty if the post was never published. */
  static Optional<String> note(PostSummaryItem copy) {
    return copy.wasPublished()
        ? Optional.of(nameOf(copy) + SEPARATOR + digest(copy))
        : Optional.empty();
  }

  /** Another program may have written the version of an erased user beside another name. */
  private static String nameOf(PostSummaryItem copy) {
    String version = String.valueOf(copy.userVersion());
    return copy.userVersion() == VersionedName.LAST_VERSION
        ? version + '-' + String.valueOf(copy.userUsername()).hashCode()
        : version;
  }

  /** Returns whether a stored note, which may be another program's text, has only another name. */
  static boolean differInNameOnly(String stored, String note) {
    return stored.endsWith(note.substring(note.indexOf(SEPARATOR)));
  }

  private static String digest(PostSummaryItem copy) {
    try {
      String state =
          JSON.writeValueAsString(
              Arrays.asList(
                  copy.status(),
                  copy.title(),
                  copy.slug(),
                  copy.tags(),
                  copy.creationDate(),
                  copy.properties().asMap()));
      byte[] hash =
          MessageDigest.getInstance("SHA-256").digest(state.getBytes(StandardCharsets.UTF_8));
      return Base64.getUrlEncoder()
          .withoutPadding()
          .encodeToString(Arrays.copyOf(hash, DIGEST_BYTES));
    } catch (JsonProcessingException | NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * Creates the entry of a post without tags that was just read, with one write; returns false if
   * there is an entry or a tombstone.
   */
  boolean create(PostSummaryItem copy, Call call) {
    return create(Listing.ARCHIVE, copy, call);
  }

  private boolean create(Listing listing, PostSummaryItem copy, Call call) {
    String date = String.valueOf(copy.creationDate());
    String bucket = buckets.of(listing).of(date, call);
    if (!listings.create(ListingItem.of(copy, bucket), bucket, call).isDone()) {
      return false;
    }
    buckets.of(listing).entryWritten(date, call);
    return true;
  }

  /**
   * Updates the entries of a post whose summary shows that no other state with tags is being
   * written: like {@link #put}, but without tags only the archive's.
   */
  boolean putFirst(PostSummaryItem copy, long seen, Call call) {
    return copy.tags() == null
        ? put(Listing.ARCHIVE, copy, seen, call) == Outcome.WRITTEN
        : put(copy, seen, call);
  }

  /**
   * Updates a post's entries: one point read for the post's tags and one for each entry, and one
   * write for each that is older. Returns whether the entries are in the given state now; otherwise
   * they are newer or the post was deleted.
   *
   * @param seen the version in which the caller has seen the post. The copy's can be larger, if the
   *     caller is late or another program has set the post's back.
   */
  public boolean put(PostSummaryItem copy, long seen, Call call) {
    Outcome inArchive = put(Listing.ARCHIVE, copy, seen, call);
    Optional<TaggedPostItem> tags =
        inArchive == Outcome.GONE ? Optional.empty() : tagged.put(copy, call);
    if (tags.isEmpty()) {
      return false;
    }
    boolean done = inArchive == Outcome.WRITTEN;
    for (String tag : tags.get().tags()) {
      done &= put(new Listing(tag), copy, seen, call) == Outcome.WRITTEN;
    }
    for (String tag : tags.get().former()) {
      removeLost(new Listing(tag), copy, call);
    }
    if (!tags.get().former().isEmpty()) {
      tagged.settle(tags.get(), call);
    }
    return done;
  }

  private enum Outcome {
    WRITTEN,
    NEWER,
    /** The post was deleted, or has lost the tag. */
    GONE
  }

  private Outcome put(Listing listing, PostSummaryItem copy, long seen, Call call) {
    String bucket = buckets.of(listing).of(String.valueOf(copy.creationDate()), call);
    ItemKey key = new ItemKey(String.valueOf(copy.id()), bucket);
    ListingItem mine = ListingItem.of(copy, bucket);
    while (true) {
      Optional<Versioned<StoredItem>> found = listings.read(key, StoredItem.class, call);
      if (found.isEmpty()) {
        // The post's tags are stored before, so a deletion finds them and leaves a tombstone here.
        Optional<PostSummaryItem> now =
            listing.isMonthly() ? current(copy, seen, call) : Optional.of(copy);
        if (now.isEmpty()) {
          return Outcome.GONE;
        }
        // The entry of another date is in another bucket.
        Outcome outcome =
            create(listing, now.get(), call)
                ? Outcome.WRITTEN
                : put(listing, now.get(), seen, call);
        boolean isMine = note(now.get()).equals(note(copy));
        return outcome == Outcome.WRITTEN && !isMine ? Outcome.NEWER : outcome;
      }
      StoredItem there = found.get().item();
      boolean isRemoved = ItemType.REMOVED_COPY.equals(there.type());
      if (isDeletion(there) || (isRemoved && there.numberOr0("version") >= copy.version())) {
        return Outcome.GONE;
      }
      if (!isRemoved && !ItemType.isCopy(there.type())) {
        throw new MalformedItemException(
            key.id(),
            "expected an entry of a listing, but found an item of type '%s'."
                .formatted(there.type()));
      }
      ListingItem newest = isRemoved ? mine : there.listing().newest(mine);
      if ((!isRemoved && newest.equals(there.listing()))
          || listings.replace(newest, key, found.get().etag(), call).isDone()) {
        return newest.equals(mine) ? Outcome.WRITTEN : Outcome.NEWER;
      }
    }
  }

  /** Whether it is the tombstone of a deleted post's entry, rather than of a lost tag's. */
  private static boolean isDeletion(StoredItem there) {
    return ItemType.REMOVED_COPY.equals(there.type()) && there.lacks("version");
  }

  /** Replaces an older entry in the list of a tag that the post has lost by a tombstone. */
  private void removeLost(Listing listing, PostSummaryItem copy, Call call) {
    removeOlder(bucketOf(listing, copy, call), copy, call);
  }

  private String bucketOf(Listing listing, PostSummaryItem copy, Call call) {
    return buckets.of(listing).of(String.valueOf(copy.creationDate()), call);
  }

  /**
   * Replaces the entries of a former state in other buckets by tombstones: another program may have
   * changed the post's date. Sends nothing if the date is the same.
   */
  void removeMoved(PostSummaryItem before, PostSummaryItem copy, Call call) {
    if (before.wasPublished() && !Objects.equals(before.creationDate(), copy.creationDate())) {
      Stream.concat(
              Stream.of(Listing.ARCHIVE),
              StoredTags.tags(before.tags()).stream().map(tag -> new Listing(tag.value())))
          .filter(listing -> !bucketOf(listing, before, call).equals(bucketOf(listing, copy, call)))
          .forEach(listing -> removeOlder(bucketOf(listing, before, call), copy, call));
    }
  }

  private void removeOlder(String bucket, PostSummaryItem copy, Call call) {
    String id = String.valueOf(copy.id());
    ItemKey key = new ItemKey(id, bucket);
    long ttl = database.settings().deletedRetention().toSeconds();
    RemovedCopyItem tombstone = RemovedCopyItem.ofTag(id, bucket, copy.version(), ttl);
    while (true) {
      Optional<Versioned<StoredItem>> found = listings.read(key, StoredItem.class, call);
      boolean isNewer =
          found
              .map(Versioned::item)
              .filter(there -> isDeletion(there) || there.numberOr0("version") >= copy.version())
              .isPresent();
      if (isNewer || PostSummaries.replace(listings, key, found, tombstone, call) == DONE) {
        return;
      }
    }
  }

  /** Reads a post whose entry is missing, because a newer entry may have been deleted with it. */
  private Optional<PostSummaryItem> current(PostSummaryItem copy, long seen, Call call) {
    return posts
        .summary(PostId.of(String.valueOf(copy.id())), post -> post.version() >= seen, call)
        .filter(post -> String.valueOf(copy.userId()).equals(post.userId()))
        .map(copy::newest)
        .filter(PostSummaryItem::wasPublished);
  }

  /**
   * Replaces the name in an erased author's entries: a patch for each, and a point read of the
   * post's tags; also one query of the listings if the archive has no entry with a stale name where
   * the date says. Returns whether one was stale.
   */
  boolean putName(Published post, VersionedName name, Call call) {
    Predicate<String> put =
        bucket ->
            AuthorNames.putInCopy(listings, new ItemKey(post.id().value(), bucket), name, call);
    boolean inTags = inTags(post, tagged.find(post.tagsKey(), call), put, call);
    return inArchive(post.date(), put, call) || elsewhere(post.id(), put, call) || inTags;
  }

  /**
   * Replaces a deleted post's entries and tags by tombstones: a point read and a write for each;
   * also one query of the listings if the archive has no entry where the date says, because another
   * program may have changed the date.
   */
  public void remove(DeletedPost deleted) {
    Duration left = PostSummaries.tombstoneLeft(database, deleted.expires());
    database
        .operations()
        .execute(
            BlogOperation.REMOVE_SUMMARY,
            call ->
                remove(new Published(deleted.post(), deleted.date(), deleted.tags()), left, call));
  }

  /**
   * The properties of a post's item that determine the places of its entries.
   *
   * @param date the date in the form of the listings, or empty if it is unreadable or the post
   *     wasn't published
   */
  record Published(PostId id, Optional<String> date, List<Tag> tags) {
    private ItemKey tagsKey() {
      return ItemPlace.ofTagsOf(id.value()).key();
    }
  }

  /** See {@link #remove(DeletedPost)}. Returns whether there was an entry. */
  boolean remove(Published post, Duration postTombstoneLeft, Call call) {
    long ttl = PostSummaries.tombstoneSeconds(postTombstoneLeft);
    Predicate<String> remove =
        bucket ->
            PostSummaries.remove(
                    listings,
                    new ItemKey(post.id().value(), bucket),
                    RemovedCopyItem.ofEntry(post.id().value(), bucket, ttl),
                    call)
                .isPresent();
    boolean removed = false;
    TaggedPosts.Found found;
    do {
      found = tagged.find(post.tagsKey(), call);
      removed |= inTags(post, found, remove, call);
    } while (!tagged.remove(post.tagsKey(), found, ttl, call));
    return inArchive(post.date(), remove, call) || elsewhere(post.id(), remove, call) || removed;
  }

  private boolean inArchive(Optional<String> date, Predicate<String> action, Call call) {
    return date.map(found -> buckets.of(Listing.ARCHIVE).of(found, call))
        .filter(action)
        .isPresent();
  }

  /**
   * Passes the buckets of a post's tags, both those in its item and those that are stored here.
   * Without a readable date, passes all buckets of the latter, because a late host that stored them
   * may be about to write the entries.
   */
  private boolean inTags(
      Published post, TaggedPosts.Found stored, Predicate<String> action, Call call) {
    Set<String> tags = new LinkedHashSet<>(stored.places());
    if (post.date().isPresent()) {
      post.tags().forEach(tag -> tags.add(tag.value()));
    }
    boolean succeeded = false;
    for (String tag : tags) {
      Listing listing = new Listing(tag);
      List<String> places =
          post.date()
              .map(date -> List.of(buckets.of(listing).of(date, call)))
              .orElseGet(
                  () ->
                      buckets.of(listing).newestFirst(call).stream().map(listing::bucket).toList());
      for (String place : places) {
        succeeded |= action.test(place);
      }
    }
    return succeeded;
  }

  /** Passes the buckets that have an entry of the post; returns whether an action succeeded. */
  private boolean elsewhere(PostId post, Predicate<String> action, Call call) {
    Query query = Query.of(QueryTexts.EVERY_OF_ID, PAGE_SIZE).with("@id", post.value());
    return listings.each(
            query,
            StoredItem.class,
            call,
            found ->
                ItemType.isCopy(found.type())
                    && action.test(found.place(BlogContainer.LISTINGS).partition()))
        > 0;
  }
}
