package dev.cosmosblog.store;

import dev.cosmosblog.store.config.WritePath;
import dev.cosmosblog.store.internal.cosmos.DatabaseAccess;
import java.time.Duration;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Supplier;

/** Builds a {@link BlogStore} on a database; each setting has a default. */
public final class BlogStoreBuilder {
  /** The default of {@link #authorCacheTtl}: 5 seconds. */
  public static final Duration DEFAULT_AUTHOR_CACHE_TTL = Duration.ofSeconds(5);

  private static final Duration MAX_AUTHOR_CACHE_TTL = Duration.ofHours(1);
  private static final Duration MAX_FRONT_PAGE_CACHE_TTL = Duration.ofMinutes(1);

  private final BlogDatabase database;
  private Duration authorCacheTtl = DEFAULT_AUTHOR_CACHE_TTL;
  private Duration frontPageCacheTtl = Duration.ZERO;
  private WritePath writePath = WritePath.BATCH;
  private Supplier<String> ids = () -> UUID.randomUUID().toString();

  BlogStoreBuilder(BlogDatabase database) {
    this.database = database;
  }

  /**
   * Sets how comments and likes are written together with a post's counts; by default {@link
   * WritePath#BATCH}. The setting can be changed at any time.
   *
   * @param path the path; {@link WritePath#SCRIPTS} needs {@link BlogSchema#withScripts()}
   * @return this builder
   */
  public BlogStoreBuilder writePath(WritePath path) {
    this.writePath = Objects.requireNonNull(path, "path");
    return this;
  }

  /**
   * Sets the generator for ids that the caller omits; by default random UUIDs.
   *
   * @param source returns a new id at each call, from any thread
   * @return this builder
   */
  public BlogStoreBuilder ids(Supplier<String> source) {
    this.ids = Objects.requireNonNull(source, "source");
    return this;
  }

  /**
   * Sets the TTL of the author cache, which saves the read of a command's author; by default 5
   * seconds. The cache holds the 10,000 most recently used users. A store's commands see its own
   * changes at once.
   *
   * <p>They see another host's rename or erasure within the TTL; the change feed then corrects or
   * erases the items that they wrote.
   *
   * @param time zero to an hour; zero disables the cache
   * @return this builder
   * @throws IllegalArgumentException if it is out of bounds
   */
  public BlogStoreBuilder authorCacheTtl(Duration time) {
    Objects.requireNonNull(time, "time");
    this.authorCacheTtl =
        BlogDatabaseBuilder.between("authorCacheTtl", time, Duration.ZERO, MAX_AUTHOR_CACHE_TTL);
    return this;
  }

  /**
   * Caches the front page, so that {@link BlogStore#recentPosts} costs one read per TTL; by default
   * it isn't cached.
   *
   * <p>After the TTL, one caller reads the front page again, and concurrent callers wait for this
   * read. If the read fails, it fails for all of them. If the reading caller is interrupted,
   * another one reads. The cached front page is at most as old as the TTL, or as its read took if
   * that is longer.
   *
   * <p>This store's {@code eraseUser} clears the cache. Another host's erasure takes effect within
   * the TTL.
   *
   * @param time zero to a minute; zero disables the cache
   * @return this builder
   * @throws IllegalArgumentException if it is out of bounds
   */
  public BlogStoreBuilder frontPageCacheTtl(Duration time) {
    Objects.requireNonNull(time, "time");
    this.frontPageCacheTtl =
        BlogDatabaseBuilder.between(
            "frontPageCacheTtl", time, Duration.ZERO, MAX_FRONT_PAGE_CACHE_TTL);
    return this;
  }

  /**
   * {@return the store} This method doesn't send requests.
   *
   * @throws IllegalArgumentException if {@code authorCacheTtl} is longer than the database's {@code
   *     deletedRetention}
   */
  public BlogStore build() {
    if (authorCacheTtl.compareTo(database.deletedRetention()) > 0) {
      throw new IllegalArgumentException(
          ("authorCacheTtl must be at most the database's deletedRetention of %s, but was %s: items"
                  + " that a store accepts from an erased user are erased only while the user's"
                  + " tombstone is stored. Set a shorter TTL or a longer retention.")
              .formatted(database.deletedRetention(), authorCacheTtl));
    }
    return new BlogStore(
        database.unwrap(DatabaseAccess.class), writePath, authorCacheTtl, frontPageCacheTtl, ids);
  }
}
