package dev.cosmoslocal.spring;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The settings of the in-process emulator, {@code cosmos-local.*}.
 *
 * @param mode when the application uses the in-process emulator
 * @param port the account's port; zero for any that is free
 * @param directory where the account keeps its data; by default in memory
 * @param physicalPartitions the number of physical partitions of a new container; by default 1, or
 *     with {@code service-conditions} as many as its throughput needs
 * @param serviceConditions the seed of an account with the replicas, distance and limits that Azure
 *     documents; by default without them
 */
@ConfigurationProperties("cosmosblog.local")
public record LocalCosmosProperties(
    @DefaultValue("if-no-other") Mode mode,
    @DefaultValue("0") int port,
    @Nullable Path directory,
    @Nullable Integer physicalPartitions,
    @Nullable Long serviceConditions) {

  /** When the application uses the in-process emulator. */
  public enum Mode {
    /**
     * If {@code cosmosblog.endpoint} is missing or blank, and the context has no {@code
     * BlogConnectionDetails}, no {@code CosmosClient} and no {@code CosmosClientBuilder}.
     */
    IF_NO_OTHER,
    /** Also where the application names another account, which is not used then. */
    ALWAYS,
    /** Never. */
    NEVER
  }
}
