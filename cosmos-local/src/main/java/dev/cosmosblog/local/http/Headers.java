package dev.cosmosblog.local.http;

/** The names of the protocol's headers; the SDK's class HttpConstants has them all. */
final class Headers {
  static final String ACTIVITY_ID = "x-ms-activity-id";
  static final String A_IM = "a-im";
  static final String AUTHORIZATION = "authorization";
  static final String ALT_CONTENT_PATH = "x-ms-alt-content-path";
  static final String AUTOPILOT = "x-ms-cosmos-offer-autopilot-settings";
  static final String BATCH = "x-ms-cosmos-is-batch-request";
  static final String BATCH_ATOMIC = "x-ms-cosmos-batch-atomic";
  static final String BATCH_CONTINUE = "x-ms-cosmos-batch-continue-on-error";
  static final String CHANGE_FEED_FORMAT = "x-ms-cosmos-changefeed-wire-format-version";
  static final String CONSISTENCY = "x-ms-consistency-level";
  static final String CONTENT_PATH = "x-ms-content-path";
  static final String CONTINUATION = "x-ms-continuation";
  static final String CROSS_PARTITION = "x-ms-documentdb-query-enablecrosspartition";
  static final String END_EPK = "x-ms-end-epk";
  static final String EXPIRY = "x-ms-documentdb-expiry-seconds";
  static final String ETAG = "etag";
  static final String IF_MATCH = "if-match";
  static final String IF_MODIFIED_SINCE = "if-modified-since";
  static final String IF_NONE_MATCH = "if-none-match";
  static final String INDEX_PROGRESS = "x-ms-documentdb-collection-index-transformation-progress";
  static final String INTENDED_RID = "x-ms-cosmos-intended-collection-rid";
  static final String ITEM_COUNT = "x-ms-item-count";
  static final String LSN = "lsn";
  static final String MAX_ITEM_COUNT = "x-ms-max-item-count";
  static final String OFFER_THROUGHPUT = "x-ms-offer-throughput";
  static final String PARTITION_KEY = "x-ms-documentdb-partitionkey";
  static final String PARALLEL = "x-ms-documentdb-query-parallelizecrosspartitionquery";
  static final String PARTITION_RANGE = "x-ms-documentdb-partitionkeyrangeid";
  static final String POPULATE_METRICS = "x-ms-documentdb-populatequerymetrics";
  static final String POPULATE_QUOTA = "x-ms-documentdb-populatequotainfo";
  static final String POST_TRIGGER = "x-ms-documentdb-post-trigger-include";
  static final String PREFER = "prefer";
  static final String PRE_TRIGGER = "x-ms-documentdb-pre-trigger-include";
  static final String QUERY = "x-ms-documentdb-isquery";
  static final String QUERY_METRICS = "x-ms-documentdb-query-metrics";
  static final String QUERY_PLAN = "x-ms-cosmos-is-query-plan-request";
  static final String REQUEST_CHARGE = "x-ms-request-charge";
  static final String RESOURCE_QUOTA = "x-ms-resource-quota";
  static final String RESOURCE_USAGE = "x-ms-resource-usage";
  static final String RETRY_AFTER = "x-ms-retry-after-ms";
  static final String SCRIPT_LOG = "x-ms-documentdb-script-log-results";
  static final String SCRIPT_LOGGING = "x-ms-documentdb-script-enable-logging";
  static final String SESSION_TOKEN = "x-ms-session-token";
  static final String START_EPK = "x-ms-start-epk";
  static final String SUB_STATUS = "x-ms-substatus";
  static final String UPSERT = "x-ms-documentdb-is-upsert";
  static final String USER_AGENT = "user-agent";
  static final String VERSION = "x-ms-version";
  static final String X_DATE = "x-ms-date";

  private Headers() {}
}
