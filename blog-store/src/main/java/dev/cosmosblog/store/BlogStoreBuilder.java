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
  public static final Duration DEFAULT_AUTHORS_KNOWN_FOR = Duration.ofSeconds(5);

  private static final Duration MAX_AUTHORS_KNOWN_FOR = Duration.ofHours(1);
  private static final Duration MAX_FRONT_PAGE_KEPT_FOR = Duration.ofMinutes(1);

  private final BlogDatabase database;
  private Duration authorCacheTtl = DEFAULT_AUTHORS_KNOWN_FOR;
  private Duration frontPageCacheTtl = Duration.ZERO;
  private WritePath writePath = WritePath.BATCH;
  private Supplier<String> ids = () -> UUID.randomUUID().toString();

  BlogStoreBuilder(BlogDatabase database) {
    this.database = database;
  }

  /**
   * Sets how comments and likes are written together with a post's counts; by default {@link
   * WritePath#BATCH}. It can be changed at any time.
   *
   * @param path the way; {@link WritePath#SCRIPTS} needs {@link BlogSchema#withScripts()}
   * @return this builder
   */
  public BlogStoreBuilder writePath(WritePath path) {
    this.writePath = Objects.requireNonNull(path, "path");
    return this;
  }

  /**
   * Sets the generator for ids the caller omits; by default random UUIDs.
   *
   * @param source returns a new id at each call, from any thread
   * @return this builder
   */
  public BlogStoreBuilder ids(Supplier<String> source) {
    this.ids = Objects.requireNonNull(source, "source");
    return this;
  }

  /**
   * Sets how long a user who was read as an author is known, so that the next posts, comments and
   * likes cost no read; by default 5 seconds. Up to 10,000 users are known, the last ones used.
   * This store's commands see at once what it changes itself.
   *
   * <p>They see another host's rename or erasure so much later; the change feed then corrects or
   * erases what they wrote.
   *
   * @param time zero, to read the author each time, to an hour
   * @return this builder
   * @throws IllegalArgumentException if it is out of bounds
   */
  public BlogStoreBuilder authorCacheTtl(Duration time) {
    Objects.requireNonNull(time, "time");
    this.authorCacheTtl =
        BlogDatabaseBuilder.between("authorCacheTtl", time, Duration.ZERO, MAX_AUTHORS_KNOWN_FOR);
    return this;
  }

  /**
   * Sets how long the front page is kept in memory, so that all calls of {@link
   * BlogStore#recentPosts} in that time cost one read; by default it is not kept. When the time is
   * over, one caller reads it again, and those who come meanwhile wait for this read: no caller
   * waits longer than for one, and if it fails, it fails for all of them. If the caller who reads
   * is interrupted, another one reads. The front page is older by this time at most, or by the time
   * that its read took where that is longer.
   *
   * <p>After this store's own {@code eraseUser} it is read again. Another host's erasure shows
   * within the time.
   *
   * @param time zero, to read it each time, to a minute
   * @return this builder
   * @throws IllegalArgumentException if it is out of bounds
   */
  public BlogStoreBuilder frontPageCacheTtl(Duration time) {
    Objects.requireNonNull(time, "time");
    this.frontPageCacheTtl =
        BlogDatabaseBuilder.between(
            "frontPageCacheTtl", time, Duration.ZERO, MAX_FRONT_PAGE_KEPT_FOR);
    return this;
  }

  /**
   * {@return the store} Nothing is sent.
   *
   * @throws IllegalArgumentException if authors are known for longer than the mark of a deleted
   *     post or removed user stays
   */
  public BlogStore build() {
    if (authorCacheTtl.compareTo(database.deletedRetention()) > 0) {
      throw new IllegalArgumentException(
          ("authorCacheTtl must be at most the database's deletedRetention of %s, but was %s: what"
                  + " a store accepts from an erased user is erased only while the user's mark"
                  + " stays.")
              .formatted(database.deletedRetention(), authorCacheTtl));
    }
    return new BlogStore(
        database.unwrap(DatabaseAccess.class), writePath, authorCacheTtl, frontPageCacheTtl, ids);
  }
}
