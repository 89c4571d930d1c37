package dev.cosmoslocal.spring;

/**
 * Marks an application that is configured for another account: the mode {@code if-no-other} then
 * doesn't configure the emulator.
 *
 * <p>A library with its own properties for an account declares a bean of this type, in an
 * auto-configuration that is ordered before {@link LocalCosmosAutoConfiguration}.
 */
public interface OtherCosmosAccount {}
