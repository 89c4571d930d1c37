package dev.cosmosblog.store.internal.kernel;

import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.item.FrontPageItem;
import dev.cosmosblog.model.item.PostSummaryItem;
import dev.cosmosblog.model.item.UserItem;
import dev.cosmosblog.model.item.VersionedName;
import dev.cosmosblog.store.config.WritePath;
import dev.cosmosblog.store.error.ArchiveDisabledException;
import dev.cosmosblog.store.internal.cosmos.DatabaseAccess;
import dev.cosmosblog.store.internal.cosmos.ItemContainer.Versioned;
import dev.cosmosblog.store.internal.cosmos.Operations;
import dev.cosmosblog.store.internal.item.AuthoredItem;
import dev.cosmosblog.store.internal.item.CopyOutcome;
import dev.cosmosblog.store.internal.item.StoredItem;
import dev.cosmosblog.store.internal.repository.ArchiveBuckets;
import dev.cosmosblog.store.internal.repository.ArchiveEntries;
import dev.cosmosblog.store.internal.repository.AuthorCopies;
import dev.cosmosblog.store.internal.repository.FrontPageCopies;
import dev.cosmosblog.store.internal.repository.PostRepository;
import dev.cosmosblog.store.internal.repository.StatusChanges;
import dev.cosmosblog.store.internal.repository.UserErasures;
import dev.cosmosblog.store.internal.repository.UserRepository;
import dev.cosmosblog.store.observe.BlogOperation;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The writes that keep the denormalized copies equal to their sources, for the change feed's
 * handlers. The source's version guards each of them, so that it may be repeated, late or
 * concurrent: a copy never goes back in time. All methods block and are safe for many threads.
 */
public final class CopyWrites {
  private final Operations operations;
  private final UserRepository users;
  private final PostRepository posts;
  private final StatusChanges statusChanges;
  private final AuthorCopies authorCopies;
  // Null in a blog without an archive.
  private final @Nullable ArchiveEntries archive;
  private final FrontPageCopies frontPage;
  private final UserErasures erasures;
  private final DatabaseAccess database;

  CopyWrites(Operations operations, DatabaseAccess database) {
    this.operations = operations;
    this.database = database;
    this.users = new UserRepository(database, Duration.ZERO);
    this.posts = new PostRepository(database, WritePath.BATCH);
    this.statusChanges = new StatusChanges(database);
    this.archive = ArchiveEntries.of(database, posts);
    this.authorCopies = new AuthorCopies(database.users(), posts, archive);
    this.frontPage = new FrontPageCopies(database, posts);
    this.erasures = new UserErasures(database, users, posts, frontPage);
  }

  /** See {@link AuthorCopies#refresh}. */
  public boolean refreshCopy(PostSummaryItem post) {
    PostSummaryItem copy = post.carrying(database.summaryProperties()).besideAuthor();
    return operations.run(BlogOperation.COPY_TO_USER, call -> authorCopies.refresh(copy, call));
  }

  /** See {@link AuthorCopies#put}: with an archive, it brings the post's entry up to date, too. */
  public CopyOutcome copyToUser(PostSummaryItem post) {
    PostSummaryItem copy = post.carrying(database.summaryProperties()).besideAuthor();
    return operations.run(BlogOperation.COPY_TO_USER, call -> authorCopies.put(copy, call));
  }

  /** See {@link AuthorCopies#remove}. */
  public boolean removeFromUser(PostId post, UserId author, Instant deleted) {
    Duration markLeft = markLeft(deleted);
    return operations.run(
        BlogOperation.REMOVE_COPY, call -> authorCopies.remove(post, author, markLeft, call));
  }

  private Duration markLeft(Instant deleted) {
    Duration markAge = Duration.between(deleted, database.clock().instant());
    return database.deletedRetention().minus(markAge);
  }

  /** Returns whether the blog keeps an archive. */
  public boolean hasArchive() {
    return archive != null;
  }

  /** See {@link ArchiveEntries#put}; for a post that was published, in a blog with an archive. */
  public boolean copyToArchive(PostSummaryItem post) {
    PostSummaryItem copy = post.carrying(database.summaryProperties());
    return operations.run(BlogOperation.COPY_TO_ARCHIVE, call -> entries().put(copy, call));
  }

  /** See {@link ArchiveEntries#remove}; the date is the post's, as it is stored. */
  public boolean removeFromArchive(PostId post, String creationDate, Instant deleted) {
    Duration markLeft = markLeft(deleted);
    return operations.run(
        BlogOperation.REMOVE_COPY, call -> entries().remove(post, creationDate, markLeft, call));
  }

  /** Returns the bucket of a stored creation date: see {@link ArchiveBuckets#of}. */
  public String archiveBucket(String creationDate) {
    return operations.run(
        BlogOperation.COPY_TO_ARCHIVE, call -> entries().buckets().of(creationDate, call));
  }

  /** See {@link ArchiveBuckets#of(Optional, String)}: nothing is sent. */
  public static String bucketIn(Optional<StoredItem> buckets, String creationDate) {
    return ArchiveBuckets.of(buckets, creationDate);
  }

  /** Returns whether the list of buckets that was read has the month of a stored creation date. */
  public static boolean isMonthListed(Optional<StoredItem> buckets, String creationDate) {
    return ArchiveBuckets.listed(buckets, creationDate).isPresent();
  }

  private ArchiveEntries entries() {
    return Optional.ofNullable(archive).orElseThrow(ArchiveDisabledException::new);
  }

  /**
   * Brings changes, each post in its newest version, into the front page: one write, or one point
   * read where nothing changes; both where another host has written it since. A post that comes in
   * is read first: one point read, or one request to each physical partition for many posts. A
   * refill is one query of all physical partitions and one write.
   */
  public FrontPageItem updateFrontPage(
      Collection<PostSummaryItem> changed, Set<PostId> gone, int size) {
    List<PostSummaryItem> entries =
        changed.stream()
            .map(post -> post.carrying(database.summaryProperties()))
            .filter(post -> post.isListed() || post.isHidden())
            .toList();
    Set<String> ids = gone.stream().map(PostId::value).collect(Collectors.toSet());
    return operations.run(
        BlogOperation.UPDATE_FRONT_PAGE, call -> frontPage.update(entries, ids, size, call));
  }

  /** See {@link FrontPageCopies#recheck}. */
  public void recheckFrontPage(int size, Duration lag) {
    operations.run(BlogOperation.UPDATE_FRONT_PAGE, call -> frontPage.recheck(size, lag, call));
  }

  /** See {@link StatusChanges#publishScheduled}. */
  public boolean publishScheduled(PostId post, Instant publishAt) {
    return operations.run(
        BlogOperation.PUBLISH_SCHEDULED,
        call -> statusChanges.publishScheduled(post, publishAt, call));
  }

  /** Deletes a deleted post's items, a hundred a batch, while {@code goesOn}; true if all went. */
  public boolean purge(PostId post, BooleanSupplier goesOn) {
    return operations.run(BlogOperation.PURGE_POST, call -> posts.purge(post, goesOn, call));
  }

  /** Returns a user's name, or empty where there is no such user: one point read. */
  public Optional<VersionedName> currentName(UserId user) {
    return operations.run(
        BlogOperation.CURRENT_NAME,
        call -> users.find(user, call).map(Versioned::item).map(UserItem::name));
  }

  /** Returns whether so many users are worth {@link #currentNames}: one round trip. */
  public boolean readsTogether(int users) {
    return database.readsTogether(users);
  }

  /**
   * Returns the names of those users who are found and can be read: one request to each physical
   * partition that has some.
   */
  public Map<UserId, VersionedName> currentNames(Collection<UserId> users) {
    return operations.run(BlogOperation.CURRENT_NAME, call -> this.users.names(users, call));
  }

  /** Writes a name where an older one stands: one patch. */
  public boolean copyName(AuthoredItem item, VersionedName name) {
    return operations.run(
        BlogOperation.COPY_NAME, call -> posts.putName(item.key(), item.type(), name, call));
  }

  /** Erases an item if its author was erased: one point read, and up to four writes. */
  public boolean eraseLate(AuthoredItem item, UserId author) {
    return operations.run(
        BlogOperation.FINISH_ERASURE, call -> erasures.eraseLate(item, author, call));
  }

  /** Goes on with an erasure whose caller died: a query, and the cost of the items left. */
  public boolean finishErasure(UserId user) {
    return operations.run(BlogOperation.FINISH_ERASURE, call -> erasures.finish(user, call));
  }

  /** Goes on with an erasure, while {@code goesOn}; returns whether nothing is left of it to do. */
  public boolean finishErasure(UserId user, BooleanSupplier goesOn) {
    return operations.run(
        BlogOperation.FINISH_ERASURE, call -> erasures.finish(user, goesOn, call));
  }

  /**
   * Finds items with an older name: a query of every physical partition, about a hundred at a time.
   * See {@link PostRepository#eachWithOlderName}.
   */
  public void eachWithOlderName(
      UserId user,
      VersionedName name,
      @Nullable String from,
      BiConsumer<List<AuthoredItem>, @Nullable String> action) {
    operations.run(
        BlogOperation.SPREAD_NAME, call -> posts.eachWithOlderName(user, name, from, action, call));
  }
}
