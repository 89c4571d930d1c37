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
 * @param enabled whether the blog is configured at all
 * @param endpoint the account's URL; without it the clients of the application context are used
 * @param key the account's key; without it a bean of type {@code TokenCredential} is used
 * @param gatewayMode whether requests go through the account's gateway instead of directly to the
 *     replicas
 * @param preferredRegions the regions to connect to, the nearest one first
 * @param database the name of the database
 * @param provision whether missing databases, containers and indexes are created at start; needs
 *     the account's key or a role of the control plane
 * @param containers the names of the containers
 * @param frontPageSize how many posts the front page holds
 * @param summaryProperties which of a post's properties of the application's own its short copies
 *     carry
 * @param archive whether the blog keeps an archive of all published posts, by month; a blog that
 *     exists has to be rebuilt once
 * @param uniqueUsernames whether a username belongs to one user
 * @param deletedRetention how long the mark of a deleted post stays
 * @param retry how requests are repeated after a transient failure
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
    @DefaultValue("false") boolean archive,
    @DefaultValue("true") boolean uniqueUsernames,
    @DefaultValue("7d") Duration deletedRetention,
    @DefaultValue Retry retry,
    @DefaultValue Store store,
    @DefaultValue ChangeFeed changeFeed,
    @DefaultValue Metrics metrics,
    @DefaultValue Operator operator) {

  /**
   * The names of the containers.
   *
   * @param users users, their reserved names and their posts in short form
   * @param posts posts with their comments and likes
   * @param feed the front page
   * @param leases the change feed's state
   * @param archive the archive, if the blog keeps one
   */
  public record Containers(
      @DefaultValue("users") String users,
      @DefaultValue("posts") String posts,
      @DefaultValue("feed") String feed,
      @DefaultValue("leases") String leases,
      @DefaultValue("archive") String archive) {}

  /**
   * How requests are repeated after a transient failure.
   *
   * @param maxRetries the most retries of one operation
   * @param firstDelay the longest wait before the first retry, doubled before each further one
   * @param longestDelay the longest wait before any retry
   * @param deadline the time after an operation's begin from which no retry begins
   */
  public record Retry(
      @DefaultValue("10") int maxRetries,
      @DefaultValue("50ms") Duration firstDelay,
      @DefaultValue("5s") Duration longestDelay,
      @DefaultValue("30s") Duration deadline) {}

  /**
   * The store.
   *
   * @param writePath how a comment or like is written with its count
   * @param authorCacheTtl how long a user who was read as an author is known without a read
   * @param frontPageCacheTtl how long the front page is kept in memory
   */
  public record Store(
      @DefaultValue("batch") WritePath writePath,
      @DefaultValue("5s") Duration authorCacheTtl,
      @DefaultValue("0s") Duration frontPageCacheTtl) {}

  /**
   * The change feed.
   *
   * @param enabled whether this application keeps the copies up to date; one of the processes must
   * @param autoStartup whether the change feed starts with the application
   * @param hostName this host's name in the leases; by default a unique one at each start
   * @param leasePrefix the beginning of the leases' ids
   * @param pollInterval the time between two polls of a range of posts without changes
   * @param batchSize the largest number of changes in a batch
   * @param frontPageInterval how often the front page is written if only counts have changed
   * @param renameParallelism how many items receive a renamed user's name at once
   * @param copyParallelism how many posts' copies are written at once
   * @param maxReplicaLag how far a replica that is read may be behind at most
   * @param deadLetterRetention how long the record of a dead letter is kept
   * @param leaseAcquireInterval how often a host looks for ranges to take
   * @param leaseRenewInterval how often a host renews a lease that it holds
   * @param leaseExpiration when a range whose host did not renew its lease may be taken
   * @param stallAfter the time without a sign of life after which a processor is restarted; by
   *     default two acquire intervals and two lease expirations
   * @param closeTimeout how long the shutdown waits for the batches in flight; keep it below {@code
   *     spring.lifecycle.timeout-per-shutdown-phase}
   */
  public record ChangeFeed(
      @DefaultValue("true") boolean enabled,
      @DefaultValue("true") boolean autoStartup,
      @Nullable String hostName,
      @DefaultValue("blog-") String leasePrefix,
      @DefaultValue("1s") Duration pollInterval,
      @DefaultValue("1000") int batchSize,
      @DefaultValue("1s") Duration frontPageInterval,
      @DefaultValue("8") int renameParallelism,
      @DefaultValue("32") int copyParallelism,
      @DefaultValue("1m") Duration maxReplicaLag,
      @DefaultValue("30d") Duration deadLetterRetention,
      @DefaultValue("13s") Duration leaseAcquireInterval,
      @DefaultValue("17s") Duration leaseRenewInterval,
      @DefaultValue("60s") Duration leaseExpiration,
      @Nullable Duration stallAfter,
      @DefaultValue("20s") Duration closeTimeout) {}

  /**
   * The metrics.
   *
   * @param enabled whether the blog is measured where the application has a meter registry
   * @param sampleInterval the time between two samples of the lag and of the dead letters
   */
  public record Metrics(
      @DefaultValue("true") boolean enabled, @DefaultValue("1m") Duration sampleInterval) {}

  /**
   * The operator's endpoint and page.
   *
   * @param page whether the page is served; it has no sign-in of its own
   * @param path the path of the page
   * @param mayAct whether the endpoint and the page may replay, verify, repair and rebuild;
   *     otherwise they only show
   * @param requestUnitsPerSecond the most RU that a verification, repair or rebuild takes each
   *     second
   */
  public record Operator(
      @DefaultValue("false") boolean page,
      @DefaultValue("/cosmosblog") String path,
      @DefaultValue("false") boolean mayAct,
      @DefaultValue("400") int requestUnitsPerSecond) {}
}
