package dev.cosmosblog.testsupport;

import com.azure.cosmos.CosmosClientBuilder;
import com.azure.cosmos.ThrottlingRetryOptions;
import dev.cosmoslocal.Distance;
import dev.cosmoslocal.LocalCosmos;
import dev.cosmoslocal.LocalCosmosBuilder;
import dev.cosmoslocal.junit.LocalCosmosExtension;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Assumptions;

/**
 * The backend of contract tests: the in-process emulator, or the endpoint in {@code
 * COSMOSLOCAL_ENDPOINT} with the key in {@code COSMOSLOCAL_KEY}.
 *
 * <p>On another endpoint, database names start with {@code COSMOSLOCAL_DATABASE_PREFIX}. Tests that
 * need the in-process emulator are skipped, and so are tests that need a {@link Feature} listed in
 * {@code COSMOSBLOG_LACKS}. Emulators run under the {@link Conditions} that a test class chooses.
 * The system property {@code cosmosblog.serviceConditions} overrides that: with a seed, all of them
 * run under service conditions, and with {@code none} all of them respond at once. With {@code
 * cosmosblog.direct=true}, the clients of these extensions use direct mode.
 */
public final class Backend {
  private static final int RETRIES = 200;
  private static final int FIVE = 5;
  private static final Duration INDEX_BUILD = Duration.ofMillis(300);
  static final String SERVICE_CONDITIONS = "cosmosblog.serviceConditions";
  static final String DIRECT_MODE = "cosmosblog.direct";

  private static final boolean DIRECT = Boolean.getBoolean(DIRECT_MODE);

  /** One object, so that extensions with default settings share one emulator. */
  private static final UnaryOperator<CosmosClientBuilder> PATIENT = Backend::patient;

  private Backend() {}

  /**
   * Creates an extension for an emulator whose containers have five physical partitions, so that
   * the SDK distributes queries over them. All test classes share it, except in direct mode.
   */
  public static LocalCosmosExtension fivePartitions() {
    return fivePartitions(Conditions.IDEAL);
  }

  /** Like {@link #fivePartitions()}, but under service conditions each class has an emulator. */
  public static LocalCosmosExtension fivePartitions(Conditions conditions) {
    return DIRECT || conditions.seed().isPresent()
        ? partitions(FIVE, conditions)
        : LocalCosmosExtension.builder().client(PATIENT).build();
  }

  /**
   * Creates an extension for an emulator whose containers have one physical partition, so that the
   * SDK sends queries unchanged. Without effect on another endpoint.
   */
  public static LocalCosmosExtension onePartition() {
    return onePartition(Conditions.IDEAL);
  }

  /** Like {@link #onePartition()}, under other conditions. */
  public static LocalCosmosExtension onePartition(Conditions conditions) {
    return partitions(1, conditions);
  }

  /**
   * Creates an extension for an emulator whose containers have a number of physical partitions.
   * Without effect on another endpoint.
   */
  public static LocalCosmosExtension partitions(int physicalPartitions, Conditions conditions) {
    return local(emulator(conditions).physicalPartitions(physicalPartitions));
  }

  /** Returns the default settings of the in-process emulator, to be extended. */
  public static LocalCosmosBuilder emulator(Conditions conditions) {
    return conditions.seed().stream()
        .mapToObj(Backend::underServiceConditions)
        .findFirst()
        .orElseGet(LocalCosmos::builder);
  }

  /**
   * To keep tests fast, latency is a quarter of the service's, indexes are built in 0.3 s, and
   * throughput isn't enforced, because tests of hundreds of containers with 400 RU/s each would
   * mostly wait.
   */
  private static LocalCosmosBuilder underServiceConditions(long seed) {
    return LocalCosmos.builder()
        .serviceConditions(seed)
        .enforceThroughput(false)
        .distance(Distance.of(Duration.ofMillis(1), Duration.ofMillis(5)))
        .indexBuild(INDEX_BUILD);
  }

  /** Creates an extension for an emulator with other settings. */
  public static LocalCosmosExtension local(LocalCosmosBuilder emulator) {
    return LocalCosmosExtension.builder()
        .emulator(DIRECT ? emulator.tls(LocalCertificate.context()) : emulator)
        .client(PATIENT)
        .build();
  }

  /** Retries throttled requests, because many threads share containers with 400 RU/s. */
  private static CosmosClientBuilder patient(CosmosClientBuilder client) {
    return (DIRECT ? client.directMode() : client)
        .throttlingRetryOptions(
            new ThrottlingRetryOptions()
                .setMaxRetryAttemptsOnThrottledRequests(RETRIES)
                .setMaxRetryWaitTime(Duration.ofMinutes(2)));
  }

  /** How the emulator of a test class responds. */
  public enum Conditions {
    /** At once, and each read sees all writes. */
    IDEAL,

    /** With latency and replicas that lag, as the service does. */
    SERVICE;

    private static final long SEED = 7;

    private OptionalLong seed() {
      String forced = System.getProperty(SERVICE_CONDITIONS, "");
      if (forced.isEmpty()) {
        return this == SERVICE ? OptionalLong.of(SEED) : OptionalLong.empty();
      }
      return forced.equals("none") ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(forced));
    }
  }

  /** Features that a backend may lack. */
  public enum Feature {
    INDEXING_POLICY("The backend does not return the indexing policy that it was given."),

    ITEMS_OF_2_MB("The backend does not accept items of the size that the service accepts."),

    PATCH_OF_A_MISSING_PATH("The backend does not increment a missing path from zero."),

    SCRIPTS("The backend does not run stored procedures.");

    private final String reason;

    Feature(String reason) {
      this.reason = reason;
    }

    /** Skips the test with the reason if {@code COSMOSBLOG_LACKS} lists this feature. */
    public void required() {
      String lacks = Optional.ofNullable(System.getenv("COSMOSBLOG_LACKS")).orElse("");
      Assumptions.assumeFalse(Arrays.asList(lacks.split(",")).contains(name()), reason);
    }
  }
}
