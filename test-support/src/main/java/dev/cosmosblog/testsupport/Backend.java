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
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Assumptions;

/**
 * The backend of contract tests: the in-process emulator, or the endpoint in {@code
 * COSMOSLOCAL_ENDPOINT} with the key in {@code COSMOSLOCAL_KEY}.
 *
 * <p>On another endpoint, database names start with {@code COSMOSLOCAL_DATABASE_PREFIX}. Tests that
 * need the in-process emulator are skipped, and so are tests that need a {@link Feature} listed in
 * {@code COSMOSBLOG_LACKS}. The system property {@code cosmosblog.serviceConditions}, whose value
 * is a seed, makes emulators run under service conditions ({@link #serviceConditions}), except for
 * tests with other settings.
 */
public final class Backend {
  private static final int RETRIES = 200;
  private static final int FIVE = 5;
  private static final Duration INDEX_BUILD = Duration.ofMillis(300);
  static final String SERVICE_CONDITIONS = "cosmosblog.serviceConditions";

  /** One object, so that extensions with default settings share one emulator. */
  private static final UnaryOperator<CosmosClientBuilder> PATIENT = Backend::patient;

  private Backend() {}

  /**
   * Creates an extension for the backend that all test classes share. In the emulator, each
   * container has five physical partitions, so that the SDK distributes queries over them.
   */
  public static LocalCosmosExtension fivePartitions() {
    return hasServiceConditions()
        ? partitions(FIVE)
        : LocalCosmosExtension.builder().client(PATIENT).build();
  }

  /**
   * Creates an extension for an emulator whose containers have one physical partition, so that the
   * SDK sends queries unchanged. Without effect on another endpoint.
   */
  public static LocalCosmosExtension onePartition() {
    return partitions(1);
  }

  /**
   * Creates an extension for an emulator whose containers have a number of physical partitions.
   * Without effect on another endpoint.
   */
  public static LocalCosmosExtension partitions(int physicalPartitions) {
    return local(emulator().physicalPartitions(physicalPartitions));
  }

  /** Returns the default settings of the in-process emulator, to be extended. */
  public static LocalCosmosBuilder emulator() {
    return hasServiceConditions()
        ? withServiceConditions(Long.getLong(SERVICE_CONDITIONS))
        : LocalCosmos.builder();
  }

  /** Returns whether emulators run under service conditions. */
  public static boolean hasServiceConditions() {
    return Long.getLong(SERVICE_CONDITIONS) != null;
  }

  /**
   * Creates an extension for an emulator with replica lag and latency. Without effect on another
   * endpoint.
   *
   * <p>To keep tests fast, latency is a quarter of the service's, indexes are built in 0.3 s, and
   * throughput isn't enforced, because tests of hundreds of containers with 400 RU/s each would
   * mostly wait.
   *
   * @param seed determines random latencies and lags
   */
  public static LocalCosmosExtension serviceConditions(long seed) {
    return local(withServiceConditions(seed));
  }

  private static LocalCosmosBuilder withServiceConditions(long seed) {
    return LocalCosmos.builder()
        .serviceConditions(seed)
        .enforceThroughput(false)
        .distance(Distance.of(Duration.ofMillis(1), Duration.ofMillis(5)))
        .indexBuild(INDEX_BUILD);
  }

  /** Creates an extension for an emulator with other settings. */
  public static LocalCosmosExtension local(LocalCosmosBuilder emulator) {
    return LocalCosmosExtension.builder().emulator(emulator).client(PATIENT).build();
  }

  /** Retries throttled requests, because many threads share containers with 400 RU/s. */
  private static CosmosClientBuilder patient(CosmosClientBuilder client) {
    return client.throttlingRetryOptions(
        new ThrottlingRetryOptions()
            .setMaxRetryAttemptsOnThrottledRequests(RETRIES)
            .setMaxRetryWaitTime(Duration.ofMinutes(2)));
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
