package dev.cosmoslocal.spring;

import dev.cosmoslocal.LocalCosmosBuilder;

/**
 * Customizes the in-process emulator before it starts. Beans of this type are called in their
 * order, after the properties were applied.
 */
@FunctionalInterface
public interface LocalCosmosBuilderCustomizer {
  /**
   * Customizes the builder.
   *
   * @param builder the emulator's builder
   */
  void customize(LocalCosmosBuilder builder);
}
