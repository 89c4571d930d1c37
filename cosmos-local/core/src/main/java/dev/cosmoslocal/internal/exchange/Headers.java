package dev.cosmoslocal.internal.exchange;

import io.netty.util.AsciiString;
import java.util.List;

/**
 * The names of the protocol's headers, as in the SDK's class HttpConstants. Netty's strings cache
 * their hash.
 */
public final class Headers {
  public static final AsciiString ACTIVITY_ID = AsciiString.cached("x-ms-activity-id");
  public static final AsciiString A_IM = AsciiString.cached("a-im");
  public static final AsciiString AUTHORIZATION = AsciiString.cached("authorization");
  public static final AsciiString ALT_CONTENT_PATH = AsciiString.cached("x-ms-alt-content-path");
  public static final AsciiString AUTOPILOT =
      AsciiString.cached("x-ms-cosmos-offer-autopilot-settings");
  public static final AsciiString BATCH = AsciiString.cached("x-ms-cosmos-is-batch-request");
  public static final AsciiString BATCH_ATOMIC = AsciiString.cached("x-ms-cosmos-batch-atomic");
  public static final AsciiString BATCH_CONTINUE =
      AsciiString.cached("x-ms-cosmos-batch-continue-on-error");
  public static final AsciiString CHANGE_FEED_FORMAT =
      AsciiString.cached("x-ms-cosmos-changefeed-wire-format-version");
  public static final AsciiString CONSISTENCY = AsciiString.cached("x-ms-consistency-level");
  public static final AsciiString CONTENT_PATH = AsciiString.cached("x-ms-content-path");
  public static final AsciiString CONTINUATION = AsciiString.cached("x-ms-continuation");
  public static final AsciiString CONTENT_TYPE = AsciiString.cached("content-type");
  public static final AsciiString CROSS_PARTITION =
      AsciiString.cached("x-ms-documentdb-query-enablecrosspartition");
  public static final AsciiString DATE = AsciiString.cached("date");
  public static final AsciiString END_EPK = AsciiString.cached("x-ms-end-epk");
  public static final AsciiString EXCLUDE_SYSTEM_PROPERTIES =
      AsciiString.cached("x-ms-exclude-system-properties");
  public static final AsciiString EXPIRY = AsciiString.cached("x-ms-documentdb-expiry-seconds");
  public static final AsciiString ETAG = AsciiString.cached("etag");
  public static final AsciiString IF_MATCH = AsciiString.cached("if-match");
  public static final AsciiString IF_MODIFIED_SINCE = AsciiString.cached("if-modified-since");
  public static final AsciiString IF_NONE_MATCH = AsciiString.cached("if-none-match");
  public static final AsciiString INDEX_PROGRESS =
      AsciiString.cached("x-ms-documentdb-collection-index-transformation-progress");
  public static final AsciiString INDEXING = AsciiString.cached("x-ms-indexing-directive");
  static final AsciiString INTENDED_RID = AsciiString.cached("x-ms-cosmos-intended-collection-rid");
  public static final AsciiString ITEM_COUNT = AsciiString.cached("x-ms-item-count");
  public static final AsciiString LSN = AsciiString.cached("lsn");
  public static final AsciiString MAX_ITEM_COUNT = AsciiString.cached("x-ms-max-item-count");
  public static final AsciiString MIN_THROUGHPUT = AsciiString.cached("x-ms-cosmos-min-throughput");
  public static final AsciiString OFFER_THROUGHPUT = AsciiString.cached("x-ms-offer-throughput");
  public static final AsciiString PARTITION_KEY =
      AsciiString.cached("x-ms-documentdb-partitionkey");
  public static final AsciiString PARALLEL =
      AsciiString.cached("x-ms-documentdb-query-parallelizecrosspartitionquery");
  public static final AsciiString PARTITION_RANGE =
      AsciiString.cached("x-ms-documentdb-partitionkeyrangeid");
  public static final AsciiString POPULATE_METRICS =
      AsciiString.cached("x-ms-documentdb-populatequerymetrics");
  public static final AsciiString POPULATE_QUOTA =
      AsciiString.cached("x-ms-documentdb-populatequotainfo");
  public static final AsciiString POST_TRIGGER =
      AsciiString.cached("x-ms-documentdb-post-trigger-include");
  public static final AsciiString PREFER = AsciiString.cached("prefer");
  public static final AsciiString PRIORITY = AsciiString.cached("x-ms-cosmos-priority-level");
  public static final AsciiString PRE_TRIGGER =
      AsciiString.cached("x-ms-documentdb-pre-trigger-include");
  public static final AsciiString QUERY = AsciiString.cached("x-ms-documentdb-isquery");
  public static final AsciiString QUERY_FEATURES =
      AsciiString.cached("x-ms-cosmos-supported-query-features");
  public static final AsciiString QUERY_METRICS =
      AsciiString.cached("x-ms-documentdb-query-metrics");
  public static final AsciiString QUERY_PLAN =
      AsciiString.cached("x-ms-cosmos-is-query-plan-request");
  static final AsciiString READ_STRATEGY =
      AsciiString.cached("x-ms-cosmos-read-consistency-strategy");
  public static final AsciiString REQUEST_CHARGE = AsciiString.cached("x-ms-request-charge");
  public static final AsciiString RESOURCE_QUOTA = AsciiString.cached("x-ms-resource-quota");
  public static final AsciiString RESOURCE_USAGE = AsciiString.cached("x-ms-resource-usage");
  public static final AsciiString RETRY_AFTER = AsciiString.cached("x-ms-retry-after-ms");
  public static final AsciiString SCRIPT_LOG =
      AsciiString.cached("x-ms-documentdb-script-log-results");
  public static final AsciiString SCRIPT_LOGGING =
      AsciiString.cached("x-ms-documentdb-script-enable-logging");
  public static final AsciiString SESSION_TOKEN = AsciiString.cached("x-ms-session-token");
  public static final AsciiString START_EPK = AsciiString.cached("x-ms-start-epk");
  public static final AsciiString SUB_STATUS = AsciiString.cached("x-ms-substatus");
  public static final AsciiString THROUGHPUT_BUCKET =
      AsciiString.cached("x-ms-cosmos-throughput-bucket");
  public static final AsciiString UPSERT = AsciiString.cached("x-ms-documentdb-is-upsert");
  public static final AsciiString USER_AGENT = AsciiString.cached("user-agent");
  public static final AsciiString VERSION = AsciiString.cached("x-ms-version");
  public static final AsciiString X_DATE = AsciiString.cached("x-ms-date");

  public static final AsciiString CLIENT_ENCRYPTED =
      AsciiString.cached("x-ms-cosmos-is-client-encrypted");
  public static final AsciiString PRE_TRIGGER_EXCLUDE =
      AsciiString.cached("x-ms-documentdb-pre-trigger-exclude");
  public static final AsciiString POST_TRIGGER_EXCLUDE =
      AsciiString.cached("x-ms-documentdb-post-trigger-exclude");
  public static final AsciiString READ_ONLY_SCRIPT = AsciiString.cached("x-ms-is-readonly-script");

  /** The headers that no request on items may have. */
  static final List<AsciiString> REFUSED =
      List.of(CLIENT_ENCRYPTED, PRE_TRIGGER_EXCLUDE, POST_TRIGGER_EXCLUDE, READ_ONLY_SCRIPT);

  private Headers() {}
}
