package dev.cosmosblog.local.http;

import io.netty.util.AsciiString;

/**
 * The names of the protocol's headers; the SDK's class HttpConstants has them all. Of a name of
 * Netty's kind the hash is made once, and not each time that it is looked up.
 */
final class Headers {
  static final AsciiString ACTIVITY_ID = AsciiString.cached("x-ms-activity-id");
  static final AsciiString A_IM = AsciiString.cached("a-im");
  static final AsciiString AUTHORIZATION = AsciiString.cached("authorization");
  static final AsciiString ALT_CONTENT_PATH = AsciiString.cached("x-ms-alt-content-path");
  static final AsciiString AUTOPILOT = AsciiString.cached("x-ms-cosmos-offer-autopilot-settings");
  static final AsciiString BATCH = AsciiString.cached("x-ms-cosmos-is-batch-request");
  static final AsciiString BATCH_ATOMIC = AsciiString.cached("x-ms-cosmos-batch-atomic");
  static final AsciiString BATCH_CONTINUE =
      AsciiString.cached("x-ms-cosmos-batch-continue-on-error");
  static final AsciiString CHANGE_FEED_FORMAT =
      AsciiString.cached("x-ms-cosmos-changefeed-wire-format-version");
  static final AsciiString CONSISTENCY = AsciiString.cached("x-ms-consistency-level");
  static final AsciiString CONTENT_PATH = AsciiString.cached("x-ms-content-path");
  static final AsciiString CONTINUATION = AsciiString.cached("x-ms-continuation");
  static final AsciiString CONTENT_TYPE = AsciiString.cached("content-type");
  static final AsciiString CROSS_PARTITION =
      AsciiString.cached("x-ms-documentdb-query-enablecrosspartition");
  static final AsciiString DATE = AsciiString.cached("date");
  static final AsciiString END_EPK = AsciiString.cached("x-ms-end-epk");
  static final AsciiString EXPIRY = AsciiString.cached("x-ms-documentdb-expiry-seconds");
  static final AsciiString ETAG = AsciiString.cached("etag");
  static final AsciiString IF_MATCH = AsciiString.cached("if-match");
  static final AsciiString IF_MODIFIED_SINCE = AsciiString.cached("if-modified-since");
  static final AsciiString IF_NONE_MATCH = AsciiString.cached("if-none-match");
  static final AsciiString INDEX_PROGRESS =
      AsciiString.cached("x-ms-documentdb-collection-index-transformation-progress");
  static final AsciiString INDEXING = AsciiString.cached("x-ms-indexing-directive");
  static final AsciiString INTENDED_RID = AsciiString.cached("x-ms-cosmos-intended-collection-rid");
  static final AsciiString ITEM_COUNT = AsciiString.cached("x-ms-item-count");
  static final AsciiString LSN = AsciiString.cached("lsn");
  static final AsciiString MAX_ITEM_COUNT = AsciiString.cached("x-ms-max-item-count");
  static final AsciiString OFFER_THROUGHPUT = AsciiString.cached("x-ms-offer-throughput");
  static final AsciiString PARTITION_KEY = AsciiString.cached("x-ms-documentdb-partitionkey");
  static final AsciiString PARALLEL =
      AsciiString.cached("x-ms-documentdb-query-parallelizecrosspartitionquery");
  static final AsciiString PARTITION_RANGE =
      AsciiString.cached("x-ms-documentdb-partitionkeyrangeid");
  static final AsciiString POPULATE_METRICS =
      AsciiString.cached("x-ms-documentdb-populatequerymetrics");
  static final AsciiString POPULATE_QUOTA = AsciiString.cached("x-ms-documentdb-populatequotainfo");
  static final AsciiString POST_TRIGGER =
      AsciiString.cached("x-ms-documentdb-post-trigger-include");
  static final AsciiString PREFER = AsciiString.cached("prefer");
  static final AsciiString PRE_TRIGGER = AsciiString.cached("x-ms-documentdb-pre-trigger-include");
  static final AsciiString QUERY = AsciiString.cached("x-ms-documentdb-isquery");
  static final AsciiString QUERY_FEATURES =
      AsciiString.cached("x-ms-cosmos-supported-query-features");
  static final AsciiString QUERY_METRICS = AsciiString.cached("x-ms-documentdb-query-metrics");
  static final AsciiString QUERY_PLAN = AsciiString.cached("x-ms-cosmos-is-query-plan-request");
  static final AsciiString REQUEST_CHARGE = AsciiString.cached("x-ms-request-charge");
  static final AsciiString RESOURCE_QUOTA = AsciiString.cached("x-ms-resource-quota");
  static final AsciiString RESOURCE_USAGE = AsciiString.cached("x-ms-resource-usage");
  static final AsciiString RETRY_AFTER = AsciiString.cached("x-ms-retry-after-ms");
  static final AsciiString SCRIPT_LOG = AsciiString.cached("x-ms-documentdb-script-log-results");
  static final AsciiString SCRIPT_LOGGING =
      AsciiString.cached("x-ms-documentdb-script-enable-logging");
  static final AsciiString SESSION_TOKEN = AsciiString.cached("x-ms-session-token");
  static final AsciiString START_EPK = AsciiString.cached("x-ms-start-epk");
  static final AsciiString SUB_STATUS = AsciiString.cached("x-ms-substatus");
  static final AsciiString UPSERT = AsciiString.cached("x-ms-documentdb-is-upsert");
  static final AsciiString USER_AGENT = AsciiString.cached("user-agent");
  static final AsciiString VERSION = AsciiString.cached("x-ms-version");
  static final AsciiString X_DATE = AsciiString.cached("x-ms-date");

  private Headers() {}
}
