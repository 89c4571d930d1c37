package dev.cosmoslocal.differences;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.models.CosmosContainerProperties;
import dev.cosmoslocal.differences.Feature.FeatureKind;
import dev.cosmoslocal.internal.query.function.BuiltInFunctions;
import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Every setter of the SDK's options and settings is in the registry or affects only the client.
 * This test fails for a new version of the SDK that adds setters.
 */
class SdkOptionsTest {
  private static final String MODELS = "com/azure/cosmos/models/";
  private static final Pattern OPTIONS =
      Pattern.compile("\\w*(RequestOptions|CosmosBulkExecutionOptions)\\.class");

  /** Setters of request options and the header that each of them sets; - means no header. */
  private static final String HEADERS =
      """
      setAdditionalHeaders x-ms-cosmos-workload-id
      setCompleteAfterAllCurrentChangesRetrieved -
      setConsistencyLevel x-ms-consistency-level
      setContentResponseOnWriteEnabled Prefer
      setContinuationToken -
      setCosmosEndToEndLatencyPolicyConfig -
      setCosmosEndToEndOperationLatencyPolicyConfig -
      setCustomItemSerializer -
      setDedicatedGatewayRequestOptions x-ms-dedicatedgateway-max-age
      setDiagnosticsThresholds -
      setExcludeRegions -
      setExcludedRegions -
      setFeedRange x-ms-start-epk
      setFilterPredicate -
      setFullTextScoreScope -
      setIfMatchETag If-Match
      setIfNoneMatchETag If-None-Match
      setIndexMetricsEnabled x-ms-cosmos-populateindexmetrics
      setIndexingDirective x-ms-indexing-directive
      setInitialMicroBatchSize -
      setIntegratedCacheBypassed x-ms-dedicatedgateway-bypass-cache
      setKeywordIdentifiers -
      setMaxBackendContinuationTokenSizeInKb x-ms-documentdb-responsecontinuationtokenlimitinkb
      setMaxBatchSize -
      setMaxBufferedItemCount -
      setMaxConcurrentBatchPrefetch -
      setMaxDegreeOfParallelism x-ms-documentdb-query-parallelizecrosspartitionquery
      setMaxIntegratedCacheStaleness x-ms-dedicatedgateway-max-age
      setMaxItemCount x-ms-max-item-count
      setMaxMicroBatchConcurrency -
      setMaxMicroBatchSize -
      setMaxPrefetchPageCount -
      setNonIdempotentWriteRetriesEnabled -
      setNonIdempotentWriteRetryPolicy -
      setPartitionKey x-ms-documentdb-partitionkey
      setPostTriggerInclude x-ms-documentdb-post-trigger-include
      setPreTriggerInclude x-ms-documentdb-pre-trigger-include
      setQueryAdviceEnabled x-ms-cosmos-populatequeryadvice
      setQueryMetricsEnabled x-ms-documentdb-populatequerymetrics
      setQueryName -
      setQuotaInfoEnabled x-ms-documentdb-populatequotainfo
      setReadConsistencyStrategy x-ms-cosmos-read-consistency-strategy
      setResponseContinuationTokenLimitInKb x-ms-documentdb-responsecontinuationtokenlimitinkb
      setScanInQueryEnabled x-ms-documentdb-query-enable-scan
      setScriptLoggingEnabled x-ms-documentdb-script-enable-logging
      setSessionToken x-ms-session-token
      setShardKey x-ms-dedicatedgateway-shard-key
      setThresholdForDiagnosticsOnTracer -
      setThroughputControlGroupName x-ms-cosmos-priority-level
      """;

  /** Setters of container settings and the setting that each of them sets. */
  private static final String SETTINGS =
      """
      CosmosContainerProperties.setAnalyticalStoreTimeToLiveInSeconds analyticalStorageTtl
      CosmosContainerProperties.setChangeFeedPolicy changeFeedPolicy.retentionDuration
      CosmosContainerProperties.setClientEncryptionPolicy clientEncryptionPolicy
      CosmosContainerProperties.setComputedProperties computedProperties
      CosmosContainerProperties.setConflictResolutionPolicy conflictResolutionPolicy.mode
      CosmosContainerProperties.setDefaultTimeToLiveInSeconds defaultTtl
      CosmosContainerProperties.setFullTextPolicy fullTextPolicy
      CosmosContainerProperties.setGlobalSecondaryIndexDefinition globalSecondaryIndexDefinition
      CosmosContainerProperties.setId id
      CosmosContainerProperties.setIndexingPolicy indexingPolicy.indexingMode
      CosmosContainerProperties.setPartitionKeyDefinition partitionKey.paths
      CosmosContainerProperties.setUniqueKeyPolicy uniqueKeyPolicy.uniqueKeys.paths
      CosmosContainerProperties.setVectorEmbeddingPolicy vectorEmbeddingPolicy
      IndexingPolicy.setAutomatic indexingPolicy.automatic
      IndexingPolicy.setCompositeIndexes indexingPolicy.compositeIndexes.path
      IndexingPolicy.setCosmosFullTextIndexes indexingPolicy.fullTextIndexes
      IndexingPolicy.setExcludedPaths indexingPolicy.excludedPaths.path
      IndexingPolicy.setIncludedPaths indexingPolicy.includedPaths.path
      IndexingPolicy.setIndexingMode indexingPolicy.indexingMode
      IndexingPolicy.setSpatialIndexes indexingPolicy.spatialIndexes.path
      IndexingPolicy.setVectorIndexes indexingPolicy.vectorIndexes
      IncludedPath.setPath indexingPolicy.includedPaths.path
      ExcludedPath.setPath indexingPolicy.excludedPaths.path
      CompositePath.setPath indexingPolicy.compositeIndexes.path
      CompositePath.setOrder indexingPolicy.compositeIndexes.order
      SpatialSpec.setPath indexingPolicy.spatialIndexes.path
      SpatialSpec.setSpatialTypes indexingPolicy.spatialIndexes.types
      PartitionKeyDefinition.setKind partitionKey.kind
      PartitionKeyDefinition.setPaths partitionKey.paths
      PartitionKeyDefinition.setVersion partitionKey.version
      UniqueKey.setPaths uniqueKeyPolicy.uniqueKeys.paths
      UniqueKeyPolicy.setUniqueKeys uniqueKeyPolicy.uniqueKeys.paths
      """;

  /**
   * The functions that Microsoft Learn describes: the names of the pages under "System functions"
   * of the query language of Azure Cosmos DB for NoSQL.
   */
  private static final String DOCUMENTED_FUNCTIONS =
      """
      ABS ACOS ARRAY_CONCAT ARRAY_CONTAINS ARRAY_CONTAINS_ALL ARRAY_CONTAINS_ANY ARRAY_LENGTH
      ARRAY_SLICE ASIN ATAN ATN2 AVG CEILING CHOOSE CONCAT CONTAINS COS COT COUNT DATETIMEADD
      DATETIMEBIN DATETIMEDIFF DATETIMEFROMPARTS DATETIMEPART DATETIMETOTICKS DATETIMETOTIMESTAMP
      DEGREES DOCUMENTID ENDSWITH EXP FLOOR FULLTEXTCONTAINS FULLTEXTCONTAINSALL
      FULLTEXTCONTAINSANY FULLTEXTSCORE GETCURRENTDATETIME GETCURRENTDATETIMESTATIC GETCURRENTTICKS
      GETCURRENTTICKSSTATIC GETCURRENTTIMESTAMP GETCURRENTTIMESTAMPSTATIC IIF INDEX_OF INTADD
      INTBITAND INTBITLEFTSHIFT INTBITNOT INTBITOR INTBITRIGHTSHIFT INTBITXOR INTDIV INTMOD INTMUL
      INTSUB IS_ARRAY IS_BOOL IS_DEFINED IS_FINITE_NUMBER IS_INTEGER IS_NULL IS_NUMBER IS_OBJECT
      IS_PRIMITIVE IS_STRING LEFT LENGTH LOG LOG10 LOWER LTRIM MAX MIN NUMBERBIN OBJECTTOARRAY PI
      POWER RADIANS RAND REGEXMATCH REPLACE REPLICATE REVERSE RIGHT ROUND RRF RTRIM SETINTERSECT
      SETUNION SIGN SIN SQRT SQUARE STARTSWITH STRINGEQUALS STRINGTOARRAY STRINGTOBOOLEAN
      STRINGTONULL STRINGTONUMBER STRINGTOOBJECT ST_AREA ST_DISTANCE ST_INTERSECTS ST_ISVALID
      ST_ISVALIDDETAILED ST_WITHIN SUBSTRING SUM TAN TICKSTODATETIME TIMESTAMPTODATETIME TOSTRING
      TRIM TRUNC UPPER VECTORDISTANCE
      """;

  private static Map<String, String> table(String lines) {
    Map<String, String> table = new TreeMap<>();
    lines.lines().map(line -> line.split(" ")).forEach(row -> table.put(row[0], row[1]));
    return table;
  }

  private static Set<String> names(FeatureKind kind) {
    return Differences.features().stream()
        .filter(feature -> feature.kind() == kind)
        .map(Feature::name)
        .collect(Collectors.toSet());
  }

  private static List<String> setters(String type) throws ClassNotFoundException {
    return Arrays.stream(Class.forName(MODELS.replace('/', '.') + type).getMethods())
        .map(Method::getName)
        .filter(name -> name.startsWith("set"))
        .toList();
  }

  /** Finds the classes of options in the SDK's jar. */
  private static Set<String> optionTypes() throws IOException {
    String sdk =
        Path.of(
                CosmosContainerProperties.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .getPath())
            .toString();
    try (JarFile jar = new JarFile(sdk)) {
      return jar.stream()
          .map(entry -> entry.getName())
          .filter(name -> name.startsWith(MODELS))
          .map(name -> name.substring(MODELS.length()))
          .filter(OPTIONS.asMatchPredicate())
          .map(name -> name.replace(".class", ""))
          .collect(Collectors.toCollection(TreeSet::new));
    }
  }

  @Test
  void everyRequestOptionIsARegisteredHeaderOrClientSide() throws Exception {
    Set<String> types = optionTypes();
    assertThat(types)
        .contains("CosmosItemRequestOptions", "CosmosQueryRequestOptions")
        .hasSizeGreaterThan(15);
    Set<String> found = new TreeSet<>();
    for (String type : types) {
      found.addAll(setters(type));
    }
    Map<String, String> told = table(HEADERS);
    assertThat(found).containsExactlyElementsOf(told.keySet());
    Set<String> sent = new HashSet<>(told.values());
    sent.remove("-");
    assertThat(names(FeatureKind.HEADER)).containsAll(sent);
  }

  @Test
  void everySettingOfAContainerIsInTheRegistry() throws Exception {
    Map<String, String> told = table(SETTINGS);
    Set<String> found = new TreeSet<>();
    Set<String> withoutSetters = new TreeSet<>();
    for (Class<?> type : settingTypes(told)) {
      List<String> setters = setters(type.getSimpleName());
      setters.forEach(setter -> found.add(type.getSimpleName() + "." + setter));
      if (setters.isEmpty()) {
        withoutSetters.add(type.getSimpleName());
      }
    }
    assertThat(found).containsExactlyElementsOf(told.keySet());
    assertThat(names(FeatureKind.SETTING)).containsAll(told.values());
    // Factory methods create them. The row of their setter has their settings.
    assertThat(withoutSetters).containsExactly("ChangeFeedPolicy", "ConflictResolutionPolicy");
  }

  /** Classes of container settings, except for settings that are rejected as a whole. */
  private static Set<Class<?>> settingTypes(Map<String, String> told) {
    Set<String> refused =
        Differences.features().stream()
            .filter(feature -> feature.support() == Feature.Support.REFUSED)
            .map(Feature::name)
            .collect(Collectors.toSet());
    Deque<Class<?>> next = new ArrayDeque<>(List.of(CosmosContainerProperties.class));
    Set<Class<?>> types = new HashSet<>();
    while (!next.isEmpty()) {
      Class<?> type = next.remove();
      for (Method method : types.add(type) ? type.getMethods() : new Method[0]) {
        String setting = told.get(type.getSimpleName() + "." + method.getName());
        if (method.getName().startsWith("set") && (setting == null || !refused.contains(setting))) {
          next.addAll(models(method.getGenericParameterTypes()[0]));
        }
      }
    }
    return types;
  }

  /** Returns the SDK's classes in a type such as {@code List<List<CompositePath>>}. */
  private static List<Class<?>> models(Type type) {
    if (type instanceof ParameterizedType generic) {
      return Arrays.stream(generic.getActualTypeArguments())
          .flatMap(argument -> models(argument).stream())
          .toList();
    }
    boolean model =
        type instanceof Class<?> plain
            && plain.getName().startsWith(MODELS.replace('/', '.'))
            && !plain.isEnum();
    return model ? List.of((Class<?>) type) : List.of();
  }

  @Test
  void everyDocumentedFunctionIsInTheRegistry() {
    assertThat(names(FeatureKind.FUNCTION)).contains(DOCUMENTED_FUNCTIONS.strip().split("\\s+"));
  }

  @Test
  void everyFunctionOfTheEmulatorIsListed() {
    assertThat(names(FeatureKind.FUNCTION))
        .containsAll(new BuiltInFunctions(Clock.systemUTC(), () -> 0).names());
  }
}
