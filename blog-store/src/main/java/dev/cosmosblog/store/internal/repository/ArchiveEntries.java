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
import dev.cosmosblog.store.internal.item.ItemKey;
import dev.cosmosblog.store.internal.item.StoredItem;
import dev.cosmosblog.store.observe.BlogOperation;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;
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

  /** Returns whether two notes differ only in the author's name. */
  static boolean differInNameOnly(String note, String other) {
    return note.substring(note.indexOf(SEPARATOR))
        .equals(other.substring(other.indexOf(SEPARATOR)));
  }

  private static String digest(PostSummaryItem copy) {
    try {
      String state =
          JSON.writeValueAsString(
              Arrays.asList(
                  copy.status(), copy.title(), copy.creationDate(), copy.properties().asMap()));
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

  /** Replaces the name in an erased author's entry; returns whether it was stale. */
  boolean putName(PostId post, String creationDate, VersionedName name, Call call) {
    ItemKey entry = new ItemKey(post.value(), buckets.of(creationDate, call));
    return AuthorNames.putInCopy(archive, entry, name, call);
  }

  /**
   * Replaces an entry by a tombstone: one point read and one write. Returns whether there was an
   * entry.
   *
   * @param creationDate the post's date as it is stored
   * @param deleted when the post was deleted, by the service's clock
   */
  public boolean remove(PostId post, String creationDate, Instant deleted) {
    Duration left = PostSummaries.tombstoneLeft(database, deleted);
    return database
        .operations()
        .run(BlogOperation.REMOVE_SUMMARY, call -> remove(post, creationDate, left, call));
  }

  boolean remove(PostId post, String creationDate, Duration postTombstoneLeft, Call call) {
    String bucket = buckets.of(creationDate, call);
    long ttl = PostSummaries.tombstoneSeconds(postTombstoneLeft);
    RemovedCopyItem tombstone = RemovedCopyItem.ofEntry(post.value(), bucket, ttl);
    return PostSummaries.remove(archive, new ItemKey(post.value(), bucket), tombstone, call);
  }
}
