package dev.cosmoslocal.spring;

import dev.cosmoslocal.Setting;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The properties of the in-process emulator, {@code cosmos-local.*}. Besides the mode, each {@link
 * Setting} is one.
 *
 * @param mode when the application uses the in-process emulator
 */
@ConfigurationProperties("cosmos-local")
public record LocalCosmosProperties(@DefaultValue("if-no-other") Mode mode) {

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
