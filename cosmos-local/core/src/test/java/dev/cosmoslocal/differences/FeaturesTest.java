package dev.cosmoslocal.differences;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosException;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmoslocal.LocalCosmos;
import dev.cosmoslocal.differences.Feature.FeatureKind;
import dev.cosmoslocal.differences.Feature.Support;
import dev.cosmoslocal.internal.engine.definition.SettingNames;
import dev.cosmoslocal.internal.exchange.Headers;
import io.netty.util.AsciiString;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every name that the SDK defines works, is rejected with a message that contains it, or is listed
 * as a difference. Nothing is ignored silently.
 */
class FeaturesTest {
  /** Constants that are header values or parts of an authorization, not header names. */
  private static final Set<String> NO_HEADERS =
      Set.of(
          "KEY_VALUE_ENCODING_FORMAT",
          "WRAP_ASSERTION_FORMAT",
          "WRAP_ASSERTION",
          "WRAP_SCOPE",
          "SIMPLE_TOKEN");

  /**
   * Names in the SDK's class Constants.Properties that aren't container settings. Settings of
   * databases, users, permissions, scripts and throughput are tested by ResourceSettingsTest.
   */
  private static final String OTHER_PROPERTIES =
      """
      _attachments _collections _colls _conflicts _count _dbs _docs _ei _etag _permissions _rid
      _self _sprocs _token _trackingId _triggers _ts _udfs _users _value 0x10 aad
      additionalErrorInfo addresses asyncReplication body code componentQueryInfos
      componentScores componentWeights conflict consistencyPolicy content contentType Continuation
      currentUsage databaseAccountEndpoint defaultConsistencyLevel definition Deterministic
      documentCount enableMultipleWriteLocations enableNRegionSynchronousCommit
      enablePerPartitionFailoverBehavior encryptionAlgorithm errorDetails Etag fullTextStatistics
      globalStatisticsQuery hitCounts http-proxy-handler IndexType isPrimary key
      keyWrapMetadata logging-handler logicalUri master maxExclusiveEffectivePartitionKey
      maxIntervalInSeconds maxPathDepth maxReplicasetSize maxSize maxStalenessPrefix
      media message minInclusiveEffectivePartitionKey minReplicaSetSize Mode name NumericPrecision
      offerResourceId offerType offerVersion operationType
      parents partitionIndex partitionKeyRangeId payload permissionMode physcialUri PK PKRangeId
      PointInTimeMs projectionQueryInfo protocol query queryEngineConfiguration Randomized Range
      read readableLocations readPolicy replicationPolicy requiresGlobalStatistics resource
      resourceId resourcePartitionKey resourceType Rid serviceIndex sig skip ssl-completion-handler
      ssl-handler StartFrom StringPrecision systemReplicationPolicy take thinClientReadableLocations
      thinClientWritableLocations totalWordCount triggerOperation triggerType ttl
      Type userConsistencyPolicy userReplicationPolicy V V1 V2 ver 1.0 all / value
      wrappedDataEncryptionKey writableLocations
      """;

  /** The names in the content of an offer that set throughput. */
  private static final String OFFER_PROPERTIES =
      "offerThroughput offerAutopilotSettings maxThroughput";

  /** The names in the content of an offer that have no effect. */
  private static final String LISTED_OFFER_PROPERTIES =
      "autoUpgradePolicy throughputPolicy incrementPercent";

  /** Headers that Netty's codec reads in addition to the server. */
  private static final Set<String> HEADERS_OF_HTTP =
      Set.of("Connection", "Content-Length", "Host", "Transfer-Encoding");

  /** Names within settings that are rejected as a whole. */
  private static final String PARTS_OF_REFUSED =
      """
      dataType defaultLanguage dimensions distanceFunction fullTextPaths indexingSearchListSize
      language quantizationByteSize quantizerType sourceCollectionId sourceCollectionRid status
      vectorEmbeddings vectorIndexShardKeys indexes
      """;

  private static LocalCosmos emulator;
  private static CosmosClient client;
  private static CosmosContainer container;

  @BeforeAll
  static void start() {
    emulator = LocalCosmos.builder().physicalPartitions(1).start();
    client = emulator.clientBuilder().buildClient();
    client.createDatabase("db");
    client.getDatabase("db").createContainer("c", "/pk");
    container = client.getDatabase("db").getContainer("c");
  }

  @AfterAll
  static void stop() {
    client.close();
    emulator.close();
  }

  private static List<String> names(FeatureKind kind, Support... supports) {
    return Differences.features().stream()
        .filter(feature -> feature.kind() == kind)
        .filter(feature -> Arrays.asList(supports).contains(feature.support()))
        .map(Feature::name)
        .toList();
  }

  private static Set<String> words(String text) {
    return new TreeSet<>(List.of(text.strip().split("\\s+")));
  }

  /** Returns the string constants of a class of the SDK. */
  private static Set<String> constants(String type, Set<String> without)
      throws ReflectiveOperationException {
    Set<String> values = new TreeSet<>();
    for (Field field : Class.forName(type).getDeclaredFields()) {
      boolean text = Modifier.isStatic(field.getModifiers()) && field.getType() == String.class;
      if (text && !without.contains(field.getName())) {
        field.setAccessible(true);
        values.add((String) field.get(null));
      }
    }
    return values;
  }

  @Test
  void everyHeaderOfTheSdkIsInTheRegistry() throws ReflectiveOperationException {
    Set<String> ofSdk =
        constants("com.azure.cosmos.implementation.HttpConstants$HttpHeaders", NO_HEADERS);
    Set<String> known = new TreeSet<>(names(FeatureKind.HEADER, Support.values()));
    assertThat(ofSdk).hasSizeGreaterThan(140);
    assertThat(known).containsAll(ofSdk);
    known.removeAll(ofSdk);
    // Other SDKs send this header.
    assertThat(known).containsExactly("x-ms-exclude-system-properties");
  }

  /** RxDocumentClientImpl creates the SDK's requests. It also reads one header of responses. */
  @Test
  void headersThatTheSdkSendsAreNotListedAsSentElsewhere() throws IOException {
    String constants;
    try (InputStream type =
        CosmosClient.class.getResourceAsStream("implementation/RxDocumentClientImpl.class")) {
      constants = new String(type.readAllBytes(), StandardCharsets.ISO_8859_1);
    }
    assertThat(names(FeatureKind.HEADER, Support.LISTED))
        .anyMatch(name -> constants.contains(constant(name)));
    assertThat(names(FeatureKind.HEADER, Support.ELSEWHERE))
        .filteredOn(name -> constants.contains(constant(name)))
        .containsExactly("x-ms-request-charge");
  }

  /** Encodes a string as in the constant pool of a class file (JVM specification, 4.4.7). */
  private static String constant(String text) {
    return "\1" + (char) (text.length() >> 8) + (char) (text.length() & 255) + text;
  }

  @Test
  void everyPropertyOfTheSdkIsClassified() throws ReflectiveOperationException {
    Set<String> known =
        names(FeatureKind.SETTING, Support.values()).stream()
            .flatMap(name -> Arrays.stream(name.split("\\.")))
            .collect(Collectors.toCollection(TreeSet::new));
    known.addAll(words(OTHER_PROPERTIES));
    known.addAll(words(OFFER_PROPERTIES));
    known.addAll(words(LISTED_OFFER_PROPERTIES));
    known.addAll(words(PARTS_OF_REFUSED));
    assertThat(known)
        .containsAll(constants("com.azure.cosmos.implementation.Constants$Properties", Set.of()));
  }

  @Test
  void theEmulatorAcceptsExactlyTheListedSettings() {
    Set<String> taken = new TreeSet<>();
    for (String path : SettingNames.paths()) {
      SettingNames.of(path).forEach(name -> taken.add(path.isEmpty() ? name : path + "." + name));
    }
    taken.removeAll(SettingNames.paths());
    assertThat(taken)
        .containsExactlyInAnyOrderElementsOf(
            names(FeatureKind.SETTING, Support.WORKS, Support.LISTED));
  }

  private static String told() {
    return Differences.all().stream()
        .map(difference -> difference.service() + " " + difference.emulator())
        .collect(Collectors.joining(" "));
  }

  @Test
  void supportedHeadersAreReadByTheServer() throws ReflectiveOperationException {
    Set<String> read = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    read.addAll(HEADERS_OF_HTTP);
    for (Field field : Headers.class.getDeclaredFields()) {
      if (field.getType() == AsciiString.class) {
        field.setAccessible(true);
        read.add(String.valueOf(field.get(null)));
      }
    }
    assertThat(read).containsAll(names(FeatureKind.HEADER, Support.WORKS));
  }

  @Test
  void ignoredThroughputSettingsAreListedAsDifferences() {
    assertThat(told()).contains(words(LISTED_OFFER_PROPERTIES));
  }

  @Test
  void listedFeaturesHaveADifference() {
    String told = told();
    for (Feature feature : Differences.features()) {
      if (feature.support() == Support.LISTED) {
        List<String> path = List.of(feature.name().split("\\."));
        assertThat(path).as(feature.name()).anyMatch(name -> named(told, name));
      }
    }
  }

  private static boolean named(String told, String name) {
    return !name.equals("indexingPolicy") && told.contains(name);
  }

  static List<String> refusedSettings() {
    return names(FeatureKind.SETTING, Support.REFUSED);
  }

  @ParameterizedTest
  @MethodSource("refusedSettings")
  void anUnsupportedSettingIsRejectedByName(String name) {
    assertThat(SettingNames.isSupported("", name)).isFalse();
    assertThat(SettingNames.isSupported("indexingPolicy", name.replace("indexingPolicy.", "")))
        .isFalse();
  }

  static List<String> workingFunctions() {
    return names(FeatureKind.FUNCTION, Support.WORKS);
  }

  private static CosmosException failure(String query) {
    return catchThrowableOfType(
        CosmosException.class,
        () ->
            container.queryItems(query, new CosmosQueryRequestOptions(), JsonNode.class).stream()
                .count());
  }

  /** A known function with too many arguments fails, if at all, because of their number. */
  @ParameterizedTest
  @MethodSource("workingFunctions")
  void supportedFunctionsAreKnown(String name) {
    CosmosException refusal =
        failure("SELECT VALUE " + name + "(1, 2, 3, 4, 5, 6, 7, 8, 9) FROM c");
    if (refusal != null) {
      assertThat(refusal.getMessage()).contains(name).contains("SC2050");
    }
  }

  static List<String> refusedFunctions() {
    return names(FeatureKind.FUNCTION, Support.REFUSED);
  }

  @ParameterizedTest
  @MethodSource("refusedFunctions")
  void aMissingFunctionIsRejectedByName(String name) {
    CosmosException refusal = failure("SELECT VALUE " + name + "(c.a, c.b) FROM c");
    assertThat(refusal).isNotNull();
    assertThat(refusal.getStatusCode()).isEqualTo(400);
    assertThat(refusal.getMessage().toUpperCase(Locale.ROOT)).contains(name);
  }
}
