package dev.cosmoslocal.spring;

import dev.cosmoslocal.LocalCosmosBuilder;

/**
 * Customizes the in-process emulator, after the properties. Beans of this type are called in their
 * order.
 */
@FunctionalInterface
public interface LocalCosmosBuilderCustomizer {
  /**
   * Customizes the builder.
   *
   * @param accountBuilder the builder
   */
  void customize(LocalCosmosBuilder accountBuilder);
}
