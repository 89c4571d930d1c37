package dev.cosmoslocal.deviations;

import dev.cosmoslocal.deviations.Feature.Kind;
import dev.cosmoslocal.deviations.Feature.Support;
import java.util.ArrayList;
import java.util.List;

/**
 * Every setting of containers, header and function that the SDK for Java 4.81 or Microsoft's
 * documentation names. Nothing is accepted without effect unless a {@link Deviation} names it.
 */
public final class Features {
  private static final List<Feature> ALL = new ArrayList<>();

  static {
    settings();
    headers();
    functions();
  }

  private Features() {}

  /**
   * All features.
   *
   * @return in the order of their kinds
   */
  public static List<Feature> all() {
    return List.copyOf(ALL);
  }

  private static void add(Kind kind, Support support, String names) {
    for (String name : names.strip().split("\\s+")) {
      ALL.add(new Feature(kind, name, support));
    }
  }

  private static void settings() {
    add(
        Kind.SETTING,
        Support.WORKS,
        """
        id partitionKey.paths partitionKey.kind partitionKey.version partitionKey.systemKey
        indexingPolicy.indexingMode indexingPolicy.includedPaths.path
        indexingPolicy.excludedPaths.path indexingPolicy.compositeIndexes.path
        indexingPolicy.compositeIndexes.order uniqueKeyPolicy.uniqueKeys.paths defaultTtl
        changeFeedPolicy.retentionDuration
        """);
    add(
        Kind.SETTING,
        Support.LISTED,
        """
        indexingPolicy.automatic indexingPolicy.includedPaths.indexes.kind
        indexingPolicy.includedPaths.indexes.dataType indexingPolicy.includedPaths.indexes.precision
        indexingPolicy.excludedPaths.indexes.kind indexingPolicy.excludedPaths.indexes.dataType
        indexingPolicy.excludedPaths.indexes.precision
        indexingPolicy.spatialIndexes.path indexingPolicy.spatialIndexes.types
        indexingPolicy.spatialIndexes.boundingBox.xmin
        indexingPolicy.spatialIndexes.boundingBox.ymin
        indexingPolicy.spatialIndexes.boundingBox.xmax
        indexingPolicy.spatialIndexes.boundingBox.ymax geospatialConfig.type
        conflictResolutionPolicy.mode conflictResolutionPolicy.conflictResolutionPath
        conflictResolutionPolicy.conflictResolutionProcedure
        """);
    add(
        Kind.SETTING,
        Support.REFUSED,
        """
        analyticalStorageTtl clientEncryptionPolicy computedProperties dataMaskingPolicy
        fullTextPolicy globalSecondaryIndexDefinition materializedViewDefinition materializedViews
        vectorEmbeddingPolicy indexingPolicy.fullTextIndexes indexingPolicy.vectorIndexes
        """);
  }

  private static void headers() {
    add(
        Kind.HEADER,
        Support.WORKS,
        """
        A-IM authorization Connection Content-Length Content-Type date Host If-Match
        If-Modified-Since If-None-Match Prefer Transfer-Encoding
        x-ms-consistency-level x-ms-continuation x-ms-cosmos-batch-atomic
        x-ms-cosmos-batch-continue-on-error x-ms-cosmos-changefeed-wire-format-version
        x-ms-cosmos-intended-collection-rid
        x-ms-cosmos-is-batch-request x-ms-cosmos-is-query-plan-request
        x-ms-cosmos-offer-autopilot-settings x-ms-cosmos-read-consistency-strategy
        x-ms-cosmos-supported-query-features x-ms-date x-ms-documentdb-expiry-seconds
        x-ms-documentdb-is-upsert x-ms-documentdb-isquery x-ms-documentdb-partitionkey
        x-ms-documentdb-partitionkeyrangeid x-ms-documentdb-populatequerymetrics
        x-ms-documentdb-populatequotainfo x-ms-documentdb-post-trigger-include
        x-ms-documentdb-pre-trigger-include x-ms-documentdb-query-enablecrosspartition
        x-ms-documentdb-query-parallelizecrosspartitionquery
        x-ms-documentdb-script-enable-logging x-ms-end-epk x-ms-max-item-count
        x-ms-offer-throughput x-ms-session-token x-ms-start-epk x-ms-version
        """);
    add(
        Kind.HEADER,
        Support.LISTED,
        """
        x-ms-cosmos-allow-tentative-writes x-ms-cosmos-batch-ordered
        x-ms-cosmos-populateindexmetrics
        x-ms-cosmos-populatequeryadvice x-ms-cosmos-priority-level x-ms-cosmos-throughput-bucket
        x-ms-cosmos-use-thinclient x-ms-dedicatedgateway-bypass-cache
        x-ms-dedicatedgateway-max-age x-ms-dedicatedgateway-shard-key
        x-ms-documentdb-content-serialization-format x-ms-documentdb-disable-ru-per-minute-usage
        x-ms-documentdb-force-query-scan
        x-ms-documentdb-populatecollectionthroughputinfo x-ms-documentdb-populatepartitionstatistics
        x-ms-documentdb-query-emit-traces x-ms-documentdb-query-enable-low-precision-order-by
        x-ms-documentdb-query-enable-scan x-ms-documentdb-responsecontinuationtokenlimitinkb
        x-ms-exclude-system-properties x-ms-indexing-directive x-ms-offer-type
        """);
    add(
        Kind.HEADER,
        Support.REFUSED,
        """
        x-ms-cosmos-is-client-encrypted x-ms-documentdb-post-trigger-exclude
        x-ms-documentdb-pre-trigger-exclude x-ms-is-readonly-script
        """);
    add(
        Kind.HEADER,
        Support.INFORMATION,
        """
        Accept Accept-Charset Accept-Encoding Accept-Language Cache-Control CharacterSet Keep-Alive
        Origin referer User-Agent x-ms-activity-id x-ms-client-request-id
        x-ms-client-retry-attempt-count x-ms-cosmos-apitype x-ms-cosmos-correlated-activityid
        x-ms-cosmos-hub-region-processing-only x-ms-cosmos-query-version
        x-ms-cosmos-sdk-supportedcapabilities x-ms-cosmos-workload-id x-ms-noretry-449
        x-ms-read-key-type x-ms-remaining-time-in-ms-on-client x-ms-request-id
        """);
    elsewhere();
  }

  /** Headers of answers, of direct mode, of the service among its machines, and obsolete ones. */
  private static void elsewhere() {
    add(
        Kind.HEADER,
        Support.ELSEWHERE,
        """
        Accept-Ranges Access-Control-Allow-Headers Access-Control-Allow-Origin Content-Encoding
        Content-Language Content-Location Content-Md5 Content-RANGE etag GlobalDatabaseAccountName
        If-RANGE If-Unmodified-Since Last-Modified Location lsn Max-Forwards
        ocp-resourceprovider-registered-uri Proxy-Authenticate Proxy-Authorization Retry-After
        Set-Cookie Slug Www-Authenticate X-HTTP-Method x-ms-alt-content-path
        x-ms-can-offer-replace-complete x-ms-cancharge x-ms-canthrottle
        x-ms-collection-partition-info x-ms-collection-security-identifier
        x-ms-collection-service-info x-ms-collectionroutingmap-refresh x-ms-content-path
        x-ms-cosmos-index-utilization x-ms-cosmos-min-throughput x-ms-cosmos-query-advice
        x-ms-cosmos-query-execution-info x-ms-cosmos-shared-offer-throughput
        x-ms-databaseaccount-consumed-mb x-ms-databaseaccount-name
        x-ms-databaseaccount-provisioned-mb x-ms-databaseaccount-reserved-mb
        x-ms-disable-rntbd-channel x-ms-documentdb-collection-index-transformation-progress
        x-ms-documentdb-collection-lazy-indexing-progress
        x-ms-documentdb-filterby-schema-rid
        x-ms-documentdb-query x-ms-documentdb-query-metrics x-ms-documentdb-script-log-results
        x-ms-documentdb-supportspatiallegacycoordinates
        x-ms-documentdb-usepolygonssmallerthanahemisphere x-ms-end-id x-ms-enumeration-direction
        x-ms-environment-name x-ms-force-delete x-ms-force-full-upgrade x-ms-force-refresh
        x-ms-gateway-signature x-ms-gatewayversion x-ms-ignore-inprogress-upgrade
        x-ms-is-auto-scale x-ms-is-feed-unfiltered x-ms-iscanary x-ms-item-count
        x-ms-last-state-change-utc x-ms-max-media-storage-usage-mb x-ms-media-storage-usage-mb
        x-ms-migratecollection-directive x-ms-new-resource-id
        x-ms-offer-is-ru-per-minute-throughput-enabled x-ms-offer-replace-pending
        x-ms-only-upgrade-non-system-applications x-ms-only-upgrade-system-applications
        x-ms-profile-request x-ms-request-charge x-ms-request-duration-ms
        x-ms-request-validation-failure x-ms-resource-quota x-ms-resource-usage
        x-ms-restore-metadata-filter x-ms-retry-after-ms x-ms-schemaversion x-ms-serviceversion
        x-ms-start-id x-ms-substatus x-ms-target-global-committed-lsn x-ms-target-lsn
        x-ms-thinclient-proxy-operation-type x-ms-thinclient-proxy-resource-type
        x-ms-thinclient-range-max x-ms-thinclient-range-min x-ms-transport-request-id
        x-ms-upgrade-fabric-code-config x-ms-upgrade-verification-kind
        x-ms-use-master-collection-resolver x-ms-write-request-trigger-refresh
        """);
  }

  private static void functions() {
    add(
        Kind.FUNCTION,
        Support.WORKS,
        """
        ABS ACOS AGO ARRAY_AVG ARRAY_CONCAT ARRAY_CONTAINS ARRAY_CONTAINS_ALL ARRAY_CONTAINS_ANY
        ARRAY_LENGTH ARRAY_MAX ARRAY_MEDIAN ARRAY_MIN ARRAY_SLICE ARRAY_SUM ASIN ATAN ATN2 AVG
        CEILING CHOOSE CONCAT CONTAINS CONTAINS_ALL_CI CONTAINS_ALL_CS CONTAINS_ANY_CI
        CONTAINS_ANY_CS COS COT COUNT COUNTIF DATETIMEADD DATETIMEBIN DATETIMEDIFF DATETIMEFORMAT
        DATETIMEFROMPARTS DATETIMEPART DATETIMETOTICKS DATETIMETOTIMESTAMP DAY DEGREES DOCUMENTID
        ENDSWITH EXP FLOOR GETCURRENTDATETIME GETCURRENTDATETIMESTATIC GETCURRENTTICKS
        GETCURRENTTICKSSTATIC GETCURRENTTIMESTAMP GETCURRENTTIMESTAMPSTATIC IIF INDEX_OF INTADD
        INTBITAND INTBITLEFTSHIFT INTBITNOT INTBITOR INTBITRIGHTSHIFT INTBITXOR INTDIV INTMOD INTMUL
        INTSUB IS_ARRAY IS_BOOL IS_BOOLEAN IS_DATETIME IS_DEFINED IS_FINITE_NUMBER IS_INTEGER
        IS_NULL IS_NUMBER IS_OBJECT IS_PRIMITIVE IS_STRING LASTINDEXOF LASTSUBSTRINGAFTER
        LASTSUBSTRINGBEFORE LEFT LENGTH LOG LOG10 LOWER LTRIM MAKELIST MAKESET MAX MIN MONTH NOW
        NUMBERBIN OBJECTTOARRAY PI POWER RADIANS RAND REGEXMATCH REPLACE REPLICATE REVERSE RIGHT
        ROUND RTRIM SETDIFFERENCE SETEQUAL SETINTERSECT SETUNION SIGN SIN SQRT SQUARE STARTSWITH
        STRINGEQUALS STRINGJOIN STRINGSPLIT STRINGTOARRAY STRINGTOBOOLEAN STRINGTONULL
        STRINGTONUMBER STRINGTOOBJECT SUBSTRING SUBSTRINGAFTER SUBSTRINGBEFORE SUM TAN
        TICKSTODATETIME TIMESTAMPTODATETIME TOSTRING TRIM TRUNC UPPER YEAR
        """);
    add(
        Kind.FUNCTION,
        Support.REFUSED,
        """
        ALL ANY FIRST FULLTEXTCONTAINS FULLTEXTCONTAINSALL FULLTEXTCONTAINSANY FULLTEXTSCORE HASH
        LAST REGEXEXTRACT REGEXEXTRACTALL RRF ST_AREA ST_DISTANCE ST_INTERSECTS ST_ISVALID
        ST_ISVALIDDETAILED ST_WITHIN VECTORDISTANCE
        """);
  }
}
