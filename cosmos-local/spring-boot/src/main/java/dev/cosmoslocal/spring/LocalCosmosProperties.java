package dev.cosmoslocal.spring;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The settings of the in-process emulator, {@code cosmos-local.*}.
 *
 * @param mode when the application uses the in-process emulator
 * @param port the emulator's port; 0 for any free port
 * @param directory the folder that stores the emulator's data; by default data is kept in memory
 * @param physicalPartitions the number of physical partitions of a new container; by default 1, or
 *     with service-conditions as many as the container's throughput needs
 * @param serviceConditions the seed of the simulated service conditions, such as replica lag,
 *     latency and throttling; by default they are not simulated
 */
@ConfigurationProperties("cosmos-local")
public record LocalCosmosProperties(
    @DefaultValue("if-no-other") Mode mode,
    @DefaultValue("0") int port,
    @Nullable Path directory,
    @Nullable Integer physicalPartitions,
    @Nullable Long serviceConditions) {

  /** When the application uses the in-process emulator. */
  public enum Mode {
    /**
     * If the application has no bean of type {@code CosmosClient}, {@code CosmosAsyncClient},
     * {@code CosmosClientBuilder} or {@link OtherCosmosAccount}.
     */
    IF_NO_OTHER,
    /** Even if the application is configured for another account. */
    ALWAYS,
    /** Never. */
    NEVER
  }
}
