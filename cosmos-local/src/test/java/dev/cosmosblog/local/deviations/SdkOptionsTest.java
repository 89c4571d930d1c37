package dev.cosmosblog.local.deviations;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.models.CosmosContainerProperties;
import dev.cosmosblog.local.deviations.Feature.Kind;
import dev.cosmosblog.local.internal.query.function.BuiltInFunctions;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Arrays;
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
 * Whatever can be set on the SDK's options and settings has a place in the registry, or never
 * leaves the client. A new version of the SDK with a new setter fails here.
 */
class SdkOptionsTest {
  private static final String MODELS = "com/azure/cosmos/models/";
  private static final Pattern OPTIONS =
      Pattern.compile("\\w*(RequestOptions|CosmosBulkExecutionOptions)\\.class");

  /** The setters of the options of requests, with the header that they set; - for none. */
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

  /** The setters of a container's settings, with the setting. */
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
      UniqueKeyPolicy.setUniqueKeys uniqueKeyPolicy.uniqueKeys.paths
      """;

  private static Map<String, String> table(String lines) {
    Map<String, String> table = new TreeMap<>();
    lines.lines().map(line -> line.split(" ")).forEach(row -> table.put(row[0], row[1]));
    return table;
  }

  private static Set<String> names(Kind kind) {
    return Features.all().stream()
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

  /** The classes of the options, from the SDK's jar. */
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
  void everyOptionOfARequestIsAHeaderOfTheRegistryOrStaysWithTheClient() throws Exception {
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
    assertThat(names(Kind.HEADER)).containsAll(sent);
  }

  @Test
  void everySettingOfAContainerIsInTheRegistry() throws Exception {
    Map<String, String> told = table(SETTINGS);
    Set<String> found = new TreeSet<>();
    for (String key : told.keySet()) {
      String type = key.substring(0, key.indexOf('.'));
      setters(type).forEach(setter -> found.add(type + "." + setter));
    }
    assertThat(found).containsExactlyElementsOf(told.keySet());
    assertThat(names(Kind.SETTING)).containsAll(told.values());
  }

  @Test
  void everyFunctionThatTheAccountHasIsInTheRegistry() {
    assertThat(names(Kind.FUNCTION))
        .containsAll(new BuiltInFunctions(Clock.systemUTC(), () -> 0).names());
  }
}
