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
  private static final String SERVICE_CONDITIONS = "cosmosblog.serviceConditions";

  /** One object, so that extensions with default settings share one emulator. */
  private static final UnaryOperator<CosmosClientBuilder> PATIENT = Backend::patient;

  private Backend() {}

  /**
   * Creates an extension for the account that all test classes share. In this process, each of its
   * containers has five physical partitions: the SDK spreads queries over them.
   *
   * @return an extension to register
   */
  public static LocalCosmosExtension fivePartitions() {
    return hasServiceConditions()
        ? partitions(FIVE)
        : LocalCosmosExtension.builder().client(PATIENT).build();
  }

  /**
   * Creates an extension for an account whose containers have one physical partition, if it is in
   * this process: the SDK passes queries through unchanged.
   *
   * @return an extension to register
   */
  public static LocalCosmosExtension onePartition() {
    return partitions(1);
  }

  /**
   * Creates an extension for an account whose containers have a number of physical partitions, if
   * it is in this process.
   *
   * @param physicalPartitions the number of physical partitions
   * @return an extension to register
   */
  public static LocalCosmosExtension partitions(int physicalPartitions) {
    return local(account().physicalPartitions(physicalPartitions));
  }

  /**
   * Returns the settings of an account in this process, to add to.
   *
   * @return a new builder
   */
  public static LocalCosmosBuilder account() {
    return hasServiceConditions()
        ? withServiceConditions(Long.getLong(SERVICE_CONDITIONS))
        : LocalCosmos.builder();
  }

  /**
   * Returns whether emulators run under service conditions.
   *
   * @return whether the system property asks for it
   */
  public static boolean hasServiceConditions() {
    return Long.getLong(SERVICE_CONDITIONS) != null;
  }

  /**
   * Creates an extension for an account whose replicas lag, and which is at a distance, if it is in
   * this process. For the sake of the tests' time it is a quarter of the service's distance,
   * indexes are built in 0.3 s, and throughput is not enforced: 400 RU/s for each of hundreds of
   * small containers would measure the wait, not the library.
   *
   * @param seed decides what is random
   * @return an extension to register
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

  /**
   * Creates an extension for an emulator with other settings.
   *
   * @param account the settings
   * @return an extension to register
   */
  public static LocalCosmosExtension local(LocalCosmosBuilder account) {
    return LocalCosmosExtension.builder().emulator(account).client(PATIENT).build();
  }

  /** Many threads on a container of 400 RU/s have to wait their turn. */
  private static CosmosClientBuilder patient(CosmosClientBuilder client) {
    return client.throttlingRetryOptions(
        new ThrottlingRetryOptions()
            .setMaxRetryAttemptsOnThrottledRequests(RETRIES)
            .setMaxRetryWaitTime(Duration.ofMinutes(2)));
  }

  /** A feature that a backend may lack: the only list of deviations. */
  public enum Feature {
    /** The backend returns the indexing policy that it was given. */
    INDEXING_POLICY("The backend does not return the indexing policy that it was given."),

    /** The backend accepts items of the size that the service accepts. */
    ITEMS_OF_2_MB("The backend does not accept items of the size that the service accepts."),

    /** A patch increments a missing path from zero. */
    PATCH_OF_A_MISSING_PATH("The backend does not increment a missing path from zero."),

    /** The backend runs stored procedures. */
    SCRIPTS("The backend does not run stored procedures.");

    private final String reason;

    Feature(String reason) {
      this.reason = reason;
    }

    /** Skips the running test, with the reason, if {@code COSMOSBLOG_LACKS} names this feature. */
    public void required() {
      String lacks = Optional.ofNullable(System.getenv("COSMOSBLOG_LACKS")).orElse("");
      Assumptions.assumeFalse(Arrays.asList(lacks.split(",")).contains(name()), reason);
    }
  }
}
