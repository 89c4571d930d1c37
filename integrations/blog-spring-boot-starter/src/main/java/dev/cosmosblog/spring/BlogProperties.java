package dev.cosmosblog.spring;

import dev.cosmosblog.store.config.WritePath;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The settings of the blog, {@code cosmosblog.*}.
 *
 * @param enabled whether the blog is configured
 * @param endpoint the account's URL; if missing, the clients of the application context are used
 * @param key the account's key; if missing, a bean of the type TokenCredential is used
 * @param gatewayMode whether requests go through the account's gateway instead of directly to the
 *     replicas
 * @param preferredRegions the regions to connect to, in order of preference
 * @param database the name of the database
 * @param provision whether missing databases, containers and indexes are created at startup; needs
 *     the account's key or a control-plane role
 * @param containers the names of the containers
 * @param frontPageSize the number of posts on the front page
 * @param summaryProperties the custom properties of a post that its summaries include
 * @param summaryLength the maximum length of a summary that is cut from a post's content
 * @param listings whether the blog has the archive, the lists of tags and the queue of pending
 *     comments; an existing blog must be rebuilt once
 * @param uniqueUsernames whether usernames are unique
 * @param deletedRetention how long the tombstone of a deleted post is stored
 * @param maxReplicaLag the maximum lag of a replica that is read
 * @param sessionCookie the name of the cookie in which a web application keeps each user's session
 *     token, so that users read their own writes on every host; no cookie if missing
 * @param retry how requests are retried after transient failures
 * @param store settings of the store
 * @param changeFeed settings of the change feed
 * @param metrics settings of the metrics
 * @param operator settings of the operator's endpoint and page
 */
@ConfigurationProperties("cosmosblog")
public record BlogProperties(
    @DefaultValue("true") boolean enabled,
    @Nullable String endpoint,
    @Nullable String key,
    boolean gatewayMode,
    @DefaultValue List<String> preferredRegions,
    @DefaultValue("blog") String database,
    @DefaultValue("true") boolean provision,
    @DefaultValue Containers containers,
    @DefaultValue("100") int frontPageSize,
    @DefaultValue List<String> summaryProperties,
    @DefaultValue("100") int summaryLength,
    @DefaultValue("false") boolean listings,
    @DefaultValue("true") boolean uniqueUsernames,
    @DefaultValue("7d") Duration deletedRetention,
    @DefaultValue("1m") Duration maxReplicaLag,
    @Nullable String sessionCookie,
    @DefaultValue Retry retry,
    @DefaultValue Store store,
    @DefaultValue ChangeFeed changeFeed,
    @DefaultValue Metrics metrics,
    @DefaultValue Operator operator) {

  /**
   * The names of the containers.
   *
   * @param users the container of users, their reserved usernames and summaries of their posts
   * @param posts the container of posts with their comments and likes
   * @param feed the container of the front page
   * @param leases the container of the change feed's state
   * @param listings the container of the listings, if they are enabled
   */
  public record Containers(
      @DefaultValue("users") String users,
      @DefaultValue("posts") String posts,
      @DefaultValue("feed") String feed,
      @DefaultValue("leases") String leases,
      @DefaultValue("listings") String listings) {}

  /**
   * How requests are retried after transient failures.
   *
   * @param maxRetries the maximum number of retries of an operation
   * @param firstDelay the maximum wait before the first retry, doubled before each further retry
   * @param longestDelay the maximum wait before any retry
   * @param deadline the time since the start of an operation after which it isn't retried
   */
  public record Retry(
      @DefaultValue("10") int maxRetries,
      @DefaultValue("50ms") Duration firstDelay,
      @DefaultValue("5s") Duration longestDelay,
      @DefaultValue("30s") Duration deadline) {}

  /**
   * Settings of the store.
   *
   * @param writePath how a comment or like is written together with its count
   * @param authorCacheTtl how long a user who was read as an author is cached
   * @param frontPageCacheTtl how long the front page is cached in memory
   * @param requestTimeout the time after which a call of the store ends, with its retries, on the
   *     thread of a web request of Spring MVC; zero for no limit
   */
  public record Store(
      @DefaultValue("batch") WritePath writePath,
      @DefaultValue("5s") Duration authorCacheTtl,
      @DefaultValue("0s") Duration frontPageCacheTtl,
      @DefaultValue("5s") Duration requestTimeout) {}

  /**
   * Settings of the change feed.
   *
   * @param enabled whether this application updates the copies; at least one process must
   * @param autoStartup whether the change feed starts with the application
   * @param hostName this host's name in the leases; by default a new unique name at each start
   * @param leasePrefix the prefix of the ids of leases
   * @param pollInterval the time between two polls of a range of posts that has no changes
   * @param batchSize the maximum number of changes in a batch
   * @param frontPageInterval how often the front page is written if only counts changed
   * @param renameParallelism the number of items that are updated concurrently after a rename
   * @param copyParallelism the number of posts of a batch whose copies are written concurrently
   * @param deadLetterRetention how long a dead letter is stored
   * @param leaseAcquireInterval how often a host tries to acquire leases
   * @param leaseRenewInterval how often a host renews its leases
   * @param leaseExpiration the time after which another host may acquire a lease that wasn't
   *     renewed
   * @param stallAfter the time without activity after which a processor is restarted; by default
   *     two acquire intervals and two lease expirations
   * @param closeTimeout how long the shutdown waits for batches in progress; must be less than
   *     spring.lifecycle.timeout-per-shutdown-phase
   */
  public record ChangeFeed(
      @DefaultValue("true") boolean enabled,
      @DefaultValue("true") boolean autoStartup,
      @Nullable String hostName,
      @DefaultValue("blog-") String leasePrefix,
      @DefaultValue("1s") Duration pollInterval,
      @DefaultValue("1000") int batchSize,
      @DefaultValue("500ms") Duration frontPageInterval,
      @DefaultValue("8") int renameParallelism,
      @DefaultValue("32") int copyParallelism,
      @DefaultValue("30d") Duration deadLetterRetention,
      @DefaultValue("13s") Duration leaseAcquireInterval,
      @DefaultValue("17s") Duration leaseRenewInterval,
      @DefaultValue("60s") Duration leaseExpiration,
      @Nullable Duration stallAfter,
      @DefaultValue("20s") Duration closeTimeout) {}

  /**
   * Settings of the metrics.
   *
   * @param enabled whether the blog is measured if the application has a meter registry
   * @param sampleInterval the time between two samples of the lag and the dead letters
   * @param sdk whether the SDK registers its own meters, too: the categories OperationSummary and
   *     System, with the minimum of tags, and without histograms and percentiles
   */
  public record Metrics(
      @DefaultValue("true") boolean enabled,
      @DefaultValue("1m") Duration sampleInterval,
      @DefaultValue("false") boolean sdk) {}

  /**
   * Settings of the operator's endpoint and page.
   *
   * @param page whether the page is served; it has no authentication, so the application must
   *     protect it
   * @param path the path of the page
   * @param mayAct whether the endpoint and the page may replay, verify, repair and rebuild;
   *     otherwise they are read-only
   * @param requestUnitsPerSecond the maximum RU per second of a verification, repair or rebuild
   * @param allowedHosts if requests may act, the host names under which the page and the endpoint's
   *     actions are served, besides localhost, 127.0.0.1 and [::1]; * allows all, which a WebFlux
   *     application needs
   */
  public record Operator(
      @DefaultValue("false") boolean page,
      @DefaultValue("/cosmosblog") String path,
      @DefaultValue("false") boolean mayAct,
      @DefaultValue("400") int requestUnitsPerSecond,
      @DefaultValue List<String> allowedHosts) {}
}
