package dev.cosmosblog.store.internal.repository;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import dev.cosmosblog.model.MalformedItemException;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.item.ArchiveItem;
import dev.cosmosblog.model.item.ItemType;
import dev.cosmosblog.model.item.PostSummaryItem;
import dev.cosmosblog.model.item.RemovedCopyItem;
import dev.cosmosblog.model.item.VersionedName;
import dev.cosmosblog.store.internal.cosmos.Call;
import dev.cosmosblog.store.internal.cosmos.DatabaseAccess;
import dev.cosmosblog.store.internal.cosmos.ItemContainer;
import dev.cosmosblog.store.internal.cosmos.ItemContainer.Versioned;
import dev.cosmosblog.store.internal.item.BlogContainer;
import dev.cosmosblog.store.internal.item.DeletedPost;
import dev.cosmosblog.store.internal.item.ItemKey;
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
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The entries of the archive: one small item for each post that was published, with version checks
 * like those of summaries. A hidden post has an entry that isn't listed, and a removed entry leaves
 * a tombstone.
 *
 * <p>The summary beside the author has a note of the entry: the version of the author's name and a
 * digest of the rest. If a post's new state has the same note, the entry isn't written; {@link
 * PostSummaries} describes how the two are kept consistent.
 */
public final class ArchiveEntries {
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS);
  private static final int PAGE_SIZE = 100;
  private static final int DIGEST_BYTES = 16;
  private static final char SEPARATOR = ':';

  private final DatabaseAccess database;
  private final ItemContainer archive;
  private final ArchiveBuckets buckets;
  private final Posts posts;

  private ArchiveEntries(DatabaseAccess database, ItemContainer archive, Posts posts) {
    this.database = database;
    this.archive = archive;
    this.buckets = new ArchiveBuckets(database, archive);
    this.posts = posts;
  }

  /** Returns the entries of a database that has an archive, or null. */
  public static @Nullable ArchiveEntries of(DatabaseAccess database, Posts posts) {
    return database
        .archive()
        .map(archive -> new ArchiveEntries(database, archive, posts))
        .orElse(null);
  }

  /** Returns the bucket of a stored creation date: see {@link ArchiveBuckets#of}. */
  public String bucketOf(String creationDate) {
    return database
        .operations()
        .run(BlogOperation.WRITE_ARCHIVE_ENTRY, call -> buckets.of(creationDate, call));
  }

  /** Returns the note of a post's entry, or empty if the post was never published. */
  static Optional<String> note(PostSummaryItem copy) {
    return copy.wasPublished()
        ? Optional.of(copy.userVersion() + String.valueOf(SEPARATOR) + digest(copy))
        : Optional.empty();
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
   * Creates the entry of a post that was just read, with one write; returns false if there is an
   * entry or a tombstone.
   */
  boolean create(PostSummaryItem copy, Call call) {
    String bucket = buckets.of(String.valueOf(copy.creationDate()), call);
    if (!archive.create(ArchiveItem.of(copy, bucket), bucket, call).isDone()) {
      return false;
    }
    buckets.entryWritten(bucket, call);
    return true;
  }

  /**
   * Updates an entry: one point read, and one write if the entry is older. If the entry is missing,
   * also one point read of the post. Returns whether the entry is in the given state now; otherwise
   * it is newer or the post was deleted.
   */
  public boolean put(PostSummaryItem copy, Call call) {
    String bucket = buckets.of(String.valueOf(copy.creationDate()), call);
    ItemKey key = new ItemKey(String.valueOf(copy.id()), bucket);
    ArchiveItem mine = ArchiveItem.of(copy, bucket);
    while (true) {
      Optional<Versioned<StoredItem>> found = archive.read(key, StoredItem.class, call);
      if (found.isEmpty()) {
        Optional<PostSummaryItem> now = current(copy, call);
        if (now.isEmpty()) {
          return false;
        }
        if (create(now.get(), call)) {
          return note(now.get()).equals(note(copy));
        }
        continue;
      }
      StoredItem there = found.get().item();
      if (ItemType.REMOVED_COPY.equals(there.type())) {
        return false;
      }
      if (!ItemType.isCopy(there.type())) {
        throw new MalformedItemException(
            key.id(),
            "expected an archive entry, but found an item of type '%s'.".formatted(there.type()));
      }
      ArchiveItem before = there.archived();
      ArchiveItem newest = before.newest(mine);
      if (newest.equals(before)
          || archive.replace(newest, key, found.get().etag(), call).isDone()) {
        return newest.equals(mine);
      }
    }
  }

  /** Reads a post whose entry is missing, because a newer entry may have been deleted with it. */
  private Optional<PostSummaryItem> current(PostSummaryItem copy, Call call) {
    return posts
        .summary(
            PostId.of(String.valueOf(copy.id())), post -> post.version() >= copy.version(), call)
        .filter(post -> String.valueOf(copy.userId()).equals(post.userId()))
        .filter(PostSummaryItem::wasPublished)
        .map(copy::newest);
  }

  /**
   * Replaces the name in an erased author's entry: one patch; also one query of the archive if no
   * entry with a stale name is where the date says. Returns whether it was stale.
   */
  boolean putName(PostId post, Optional<String> date, VersionedName name, Call call) {
    Predicate<String> put =
        bucket -> AuthorNames.putInCopy(archive, new ItemKey(post.value(), bucket), name, call);
    return inBucket(date, put, call) || elsewhere(post, put, call);
  }

  /**
   * Replaces a deleted post's entry by a tombstone: one point read and one write; also one query of
   * the archive if no entry is where the date says, because another program may have changed the
   * date.
   */
  public void remove(DeletedPost deleted) {
    Duration left = PostSummaries.tombstoneLeft(database, deleted.expires());
    database
        .operations()
        .execute(
            BlogOperation.REMOVE_SUMMARY,
            call -> remove(deleted.post(), deleted.date(), left, call));
  }

  /** See {@link #remove(DeletedPost)}. Returns whether there was an entry. */
  boolean remove(PostId post, Optional<String> date, Duration postTombstoneLeft, Call call) {
    long ttl = PostSummaries.tombstoneSeconds(postTombstoneLeft);
    Predicate<String> remove =
        bucket ->
            PostSummaries.remove(
                    archive,
                    new ItemKey(post.value(), bucket),
                    RemovedCopyItem.ofEntry(post.value(), bucket, ttl),
                    call)
                .isPresent();
    return inBucket(date, remove, call) || elsewhere(post, remove, call);
  }

  private boolean inBucket(Optional<String> date, Predicate<String> action, Call call) {
    return date.map(found -> buckets.of(found, call)).filter(action).isPresent();
  }

  /** Passes the buckets that have an entry of the post; returns whether an action succeeded. */
  private boolean elsewhere(PostId post, Predicate<String> action, Call call) {
    Query query = Query.of(QueryTexts.EVERY_OF_ID, PAGE_SIZE).with("@id", post.value());
    return archive.each(
            query,
            StoredItem.class,
            call,
            found ->
                ItemType.isCopy(found.type())
                    && action.test(found.place(BlogContainer.ARCHIVE).partition()))
        > 0;
  }
}
