package dev.cosmosblog.store.internal.kernel;

import dev.cosmosblog.store.config.WritePath;
import dev.cosmosblog.store.internal.cosmos.DatabaseAccess;
import dev.cosmosblog.store.internal.repository.AuthorNames;
import dev.cosmosblog.store.internal.repository.FrontPage;
import dev.cosmosblog.store.internal.repository.ListingEntries;
import dev.cosmosblog.store.internal.repository.PendingComments;
import dev.cosmosblog.store.internal.repository.PostSummaries;
import dev.cosmosblog.store.internal.repository.Posts;
import dev.cosmosblog.store.internal.repository.Reactions;
import dev.cosmosblog.store.internal.repository.Slugs;
import dev.cosmosblog.store.internal.repository.StatusChanges;
import dev.cosmosblog.store.internal.repository.UserErasures;
import dev.cosmosblog.store.internal.repository.Users;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The repositories of a database, whose writes maintain the copies. Each write checks the source's
 * version, so that it may be repeated, late or concurrent, and a copy never reverts to an older
 * version. All methods without a {@code Call} block and are thread-safe.
 */
public final class Repositories {
  private final Users users;
  private final Posts posts;
  private final Slugs slugs;
  private final AuthorNames names;
  private final PostSummaries summaries;
  // Null in a blog without listings.
  private final @Nullable ListingEntries listings;
  // Null in a blog without listings.
  private final @Nullable PendingComments pendingComments;
  private final FrontPage frontPage;
  private final StatusChanges statuses;
  private final UserErasures erasures;

  Repositories(DatabaseAccess database) {
    this.users = new Users(database, Duration.ZERO);
    this.posts = new Posts(database);
    this.slugs = new Slugs(database);
    this.names = new AuthorNames(database);
    this.listings = ListingEntries.of(database, posts);
    this.summaries = new PostSummaries(database, posts, listings);
    this.pendingComments = PendingComments.of(database);
    this.frontPage = new FrontPage(database, posts);
    this.statuses = new StatusChanges(database);
    Reactions reactions = new Reactions(database, WritePath.BATCH);
    this.erasures = new UserErasures(database, users, posts, reactions, frontPage);
  }

  public Users users() {
    return users;
  }

  public Posts posts() {
    return posts;
  }

  public Slugs slugs() {
    return slugs;
  }

  public AuthorNames names() {
    return names;
  }

  public PostSummaries summaries() {
    return summaries;
  }

  /** Returns the listings' entries; empty in a blog without listings. */
  public Optional<ListingEntries> listings() {
    return Optional.ofNullable(listings);
  }

  /** Returns the queue of pending comments; empty in a blog without listings. */
  public Optional<PendingComments> pendingComments() {
    return Optional.ofNullable(pendingComments);
  }

  public FrontPage frontPage() {
    return frontPage;
  }

  public StatusChanges statuses() {
    return statuses;
  }

  public UserErasures erasures() {
    return erasures;
  }
}
